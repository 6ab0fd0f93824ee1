"""Scoring labelled quantities: reading cases, comparing by value, reasons and figures."""

import json
from pathlib import Path

import pytest
import typer

from core.errors import InvalidInput
from core.quantity import Found, find, parse
from evals.quantities import is_right, main, strings_per_second
from evals.quantities_cases import Case, Span, load
from evals.quantities_checks import spans_found
from evals.quantities_notation import equal
from evals.quantities_reasons import reasons
from evals.quantities_report import figures


def spans(kind: str, text: str, *marked: tuple[str, str, dict[str, str]]) -> Case:
    return Case("made", kind, text, tuple(Span(text.index(part), part, value, **more) for part, value, more in marked))


RIGHT = [
    spans("number", "来了三十五人", ("三十五", "35", {})),
    spans("percent", "涨了百分之三十", ("百分之三十", "30%", {})),
    spans("money", "花了三块五", ("三块五", "3.5", {"iso": "CNY"})),
    spans("dimension", "走了三公里", ("三公里", "3", {"unit": "Kilometer"})),
    spans("temperature", "今天30度", ("30度", "30", {"unit": "C"})),
    spans("range", "在20和30之间", ("20和30", "[20,30)", {})),
    spans("range", "20人以上", ("20人以上", "[20,)", {})),
    spans("duration", "干了一年半", ("一年半", "0", {"timex": "P1.5Y"})),
    spans("number", "我们一起去"),
]
WRONG = [
    spans("number", "来了三十五人", ("三十五", "36", {})),
    spans("percent", "涨了百分之三十", ("百分之三十", "3%", {})),
    spans("money", "花了三块五", ("三块五", "3.5", {"iso": "USD"})),
    spans("dimension", "走了三公里", ("三公里", "3", {"unit": "Meter"})),
    spans("range", "在20和30之间", ("20和30", "[20,31)", {})),
    spans("duration", "干了一年半", ("一年半", "0", {"timex": "P1Y"})),
    spans("money", "花了三块五"),
]


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case.text)
def test_a_right_value_is_right(case: Case) -> None:
    assert is_right(case)


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.text)
def test_another_value_is_wrong(case: Case) -> None:
    assert not is_right(case)


def test_a_value_elsewhere_in_the_sentence_does_not_count() -> None:
    case = Case("made", "number", "3个人买了5个", (Span(0, "3", "5"),))
    assert not spans_found(case, find(case.text))


def test_the_value_of_the_whole_text_is_no_find() -> None:
    whole = parse("对折")
    assert whole is not None
    assert spans_found(Case("made", "percent", "对折", ()), find("对折"), Found(whole, 0, 2))
    assert spans_found(Case("made", "percent", "对折", (Span(0, "对折", "50%"),)), find("对折"), Found(whole, 0, 2))


@pytest.mark.parametrize(
    ("text", "expect", "right"),
    [
        ("三万五", "35000", True),
        ("三万五", "35001", False),
        ("七百三四十欧元", "€730-40", True),
        ("七百三四十欧元", "€730-50", False),
        ("三四万伏特", "3~4Wv", True),
        ("八月八日", "08/08", True),
        ("八月八日", "08/09", False),
        ("两千零五年八月五号", "2005年08/05", True),
        ("八五年二月二十七日", "85/02/27", True),
        ("给一三九打电话", "给139打电话", True),
        ("给一三九打电话", "给138打电话", False),
        ("地址一二七点零点零点一", "地址127.0.0.1", True),
        ("没有数字", "没有数字", False),
        ("三天和五天", "3天和5天", True),
        ("三天和五天", "5天和3天", False),
    ],
)
def test_another_notation_is_compared_by_value(text: str, expect: str, right: bool) -> None:
    assert equal(text, expect) is right


def test_reads_cases(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    span = {"start": 0, "text": "3天", "value": "3", "unit": None, "iso": None, "timex": "P3D"}
    rows = [
        {"src": "made", "type": "duration", "input": "3天", "spans": [span, span | {"value": None}]},
        {"src": "made", "type": "number", "input": "三", "expect": 3},
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    first, second = load(path)
    assert first.spans == (Span(0, "3天", "3", timex="P3D"),) and first.id == ("made.duration", "3天")
    assert second.spans is None and second.expect == "3"


@pytest.mark.parametrize(
    ("line", "said"), [("{", "no JSON"), ('{"src": "a"}', "no case"), ("[1]", "no case"), ("3", "no case")]
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load(path)
    assert said in caught.value.message and caught.value.place == f"{path}:1"


def test_absent_cases_are_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as caught:
        main(tmp_path / "none.jsonl", output=tmp_path / "out.json")
    assert caught.value.exit_code == 65
    assert "none.jsonl" in capsys.readouterr().err


def test_figures_name_what_has_no_reason() -> None:
    results = [(RIGHT[0], True), (WRONG[1], False), (WRONG[2], False)]
    known = {WRONG[1].id: "the label is mistaken", ("made.number", "别的"): "old"}
    scores = figures(results, known)
    assert (scores["all.right"], scores["all.total"], scores["misses"]) == (1, 3, 2)
    assert (scores["misses_without_reason"], scores["reasons_not_needed"]) == (1, 1)
    assert scores["all.share"] == 0.3333 and scores["targets_missed"] > 0


def test_every_reason_is_whole_and_stands_once(tmp_path: Path) -> None:
    assert all(len(reason) > 20 for reason in reasons().values())
    path = tmp_path / "reasons.yaml"
    path.write_text("- {category: a, reason: b, sentences: [c, c]}", encoding="utf-8")
    with pytest.raises(InvalidInput, match="twice"):
        reasons(path)
    path.write_text("- {category: a, sentences: [c]}", encoding="utf-8")
    with pytest.raises(InvalidInput, match="no reason"):
        reasons(path)


def test_speed_is_a_number() -> None:
    assert strings_per_second(["3天", "五折"]) > 0
    assert strings_per_second([]) == 0
