"""What a model is shown: facts first, sources numbered, and no text of a document that could be more than text."""

import json

import pytest

from core.settings import Settings
from retrieval.compose import compose
from retrieval.findings import Findings
from retrieval.written.material import Material, material
from retrieval.written.prompting import prompt
from tests.unit.retrieval.conftest import Maker
from tests.unit.retrieval.written.conftest import HOSTILE, PRICES, RETURNS


def test_the_table_names_subject_attribute_value_unit_condition_and_source(shown: Material) -> None:
    lines = shown.table().splitlines()
    assert lines[0] == "| subject | attribute | value | unit | condition | source |"
    assert "| 金卡会员 | 退货期限 | 15天 | 天 |  | [1] |" in lines
    assert "| 银卡会员 | 退货期限 | 不超过7天 | 天 | 普通商品／生鲜除外 | [1] |" in lines
    assert len(lines) == 4


def test_passages_follow_numbered_one_json_object_a_line(shown: Material) -> None:
    pieces = [json.loads(line) for line in shown.pieces().splitlines()]
    assert [piece["source"] for piece in pieces] == [1, 2, 3]
    assert [piece["text"] for piece in pieces] == [RETURNS, PRICES, HOSTILE]
    assert pieces[0]["title"] == "退货规则"


def test_hostile_text_stays_inside_its_string(shown: Material) -> None:
    filled = prompt("answer.zh", {"question": "问", "facts": shown.table(), "sources": shown.pieces()})
    from core.llm.writing import messages_of

    user = messages_of(filled)[1]["content"]
    assert "{{ 7*7 }}" in user
    assert not any(line.startswith("[9]") for line in user.splitlines())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_both_prompts_have_all_places(language: str) -> None:
    template = prompt(f"answer.{language}", {})
    assert all(f"{{{{ {name} }}}}" in template.user for name in ("question", "facts", "sources"))
    assert template.system


def test_a_long_passage_is_cut_to_what_speaks_of_the_question(make: Maker, settings: Settings) -> None:
    filler = "".join(f"第{n}条与此无关的说明文字，仅供参考之用。" for n in range(200))
    long = make.chunk(f"{filler}金卡会员的退货期限为15天。{filler}", document="长文")
    found = make.findings("金卡会员的退货期限是几天", [long, make.chunk("运费为8元。")])
    cut = material(found, compose(found, settings, limit=5), 900)
    assert "金卡会员的退货期限为15天。" in cut.sources[0].text
    assert len(cut.sources[0].text) <= 300
    assert cut.sources[1].text == "运费为8元。"


def test_a_long_table_keeps_its_header(make: Maker, settings: Settings) -> None:
    rows = "\n".join(f"| 型号{n}号 | {n}.00 |" for n in range(300))
    table = make.chunk(f"| 产品 | 价格 |\n| --- | --- |\n{rows}\n| 星河手机 | 1999.00 |", "table")
    found = make.findings("星河手机的价格是多少", [table])
    text = material(found, compose(found, settings, limit=5), 900).sources[0].text
    assert text.startswith("| 产品 | 价格 |\n| --- | --- |\n")
    assert "| 星河手机 | 1999.00 |" in text
    assert len(text) <= 300


def test_how_many_passages_are_wanted_does_not_change_what_is_shown(findings: Findings, settings: Settings) -> None:
    one, many = (material(findings, compose(findings, settings, limit=limit), 8000) for limit in (1, 50))
    assert one == many
