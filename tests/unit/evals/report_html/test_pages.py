"""Reports as pages: whole in one file, every word of a run as text, and figures that agree with the run."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from evals.comparing.comparison import compare
from evals.layers.record import CaseRecord, Run, Verdict
from evals.report_html import Overview, comparison_page, run_page
from evals.report_html.words import layer_words, words
from tests.unit.evals.records import HOSTILE, absent, record, run


def soup(page: str) -> BeautifulSoup:
    return BeautifulSoup(page, "html5lib")


def hostile(number: int, *, right: bool) -> CaseRecord:
    """Return a record of which every field that holds words of people or documents is hostile."""
    return record(
        number, right=right, case_id=f"{HOSTILE}{number}", question=HOSTILE, kind=HOSTILE, tags=(HOSTILE,),
        expect=(HOSTILE,), answer=HOSTILE, headline=HOSTILE, route=HOSTILE, grade=HOSTILE,
        verdict=None if right else Verdict("vector", HOSTILE), trace={HOSTILE: [HOSTILE]},
        milliseconds={HOSTILE: 3.0},
    )  # fmt: skip


@pytest.fixture
def made() -> Run:
    return run(record(1), record(2, right=False), record(3, exact=False), absent(4), absent(5, right=False))


def pages(made: Run) -> list[str]:
    bad = run(hostile(1, right=False), hostile(2, right=True), name=HOSTILE, suite=HOSTILE, kb=HOSTILE)
    bad = replace(bad, settings={HOSTILE: HOSTILE}, figures={HOSTILE: 1.0})
    other = replace(bad, cases=(hostile(1, right=True), hostile(2, right=False)), settings={HOSTILE: "x"})
    overview = Overview((HOSTILE, "accuracy"), ((HOSTILE, HOSTILE),))
    return [run_page(made), run_page(bad), comparison_page([compare(bad, other)], overview)]


def test_nothing_is_fetched_and_only_the_own_script_may_run(made: Run) -> None:
    for page in pages(made):
        tree = soup(page)
        assert not tree.find_all(["link", "img", "iframe", "object", "base"])
        assert not [tag for tag in tree.find_all(True) if tag.has_attr("src") or tag.has_attr("onerror")]
        assert {link["href"][0] for link in tree.find_all("a")} <= {"#"}
        assert not re.search(r"url\(|@import|https?:", page)
        script = tree.find("script")
        assert len(tree.find_all("script")) == 1 and script is not None
        digest = base64.b64encode(hashlib.sha256(str(script.string).encode()).digest()).decode()
        policy = tree.find("meta", attrs={"http-equiv": "Content-Security-Policy"})
        assert policy is not None
        assert policy["content"] == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_words_of_runs_are_text_and_never_markup_or_template(made: Run) -> None:
    for page in pages(made)[1:]:
        assert "<script>alert" not in page
        text = soup(page).get_text()
        assert HOSTILE in text and "49" not in re.sub(r"[\d.]+ %", "", text)


def test_every_hostile_field_is_shown_as_it_is(made: Run) -> None:
    tree = soup(pages(made)[1])
    row = tree.select_one("#list tbody tr")
    assert row is not None and row["data-kind"] == HOSTILE
    miss = tree.select_one("article.miss")
    assert miss is not None
    assert HOSTILE in miss.select_one("h3").get_text()  # type: ignore[union-attr]
    assert miss.select_one(".verdict").get_text().strip().endswith(HOSTILE)  # type: ignore[union-attr]
    assert [part.get_text() for part in miss.select("dd")] == [HOSTILE, HOSTILE]
    assert tree.title is not None and tree.title.get_text() == HOSTILE


def test_a_run_is_told_whole(made: Run) -> None:
    tree = soup(run_page(made))
    rows = [[cell.get_text(" ", strip=True) for cell in row.find_all("td")] for row in tree.select("#list tbody tr")]
    assert [row[0] for row in rows] == ["Q001", "Q002", "Q003", "Q004", "Q005"]
    assert [row["data-result"] for row in tree.select("#list tbody tr")] == [
        "right", "wrong", "inexact", "right", "wrong",
    ]  # fmt: skip
    assert rows[0][-2:] == ["1", "21"] and rows[1][-2:] == ["8", "22"]
    cards = {card.find("span").get_text(): card.find("b").get_text() for card in tree.select(".card")}  # type: ignore[union-attr]
    assert cards["正确率"] == "60.0 %" and cards["数值正确率"] == "66.7 %" and cards["应拒已拒"] == "50.0 %"
    misses = tree.select("article.miss")
    assert [miss.select_one(".id").get_text() for miss in misses] == ["Q002", "Q003", "Q005"]  # type: ignore[union-attr]
    links = [link["href"] for link in tree.select("#list td.id a")]
    assert links == ["#miss-0", "#miss-1", "#miss-2"] and all(tree.find(id=str(link)[1:]) for link in links)
    assert "0.71" in misses[0].select_one("details pre").get_text()  # type: ignore[union-attr]
    assert not misses[1].select("details")
    assert "应拒答" in misses[2].get_text() and "not say it" in misses[2].get_text()


def test_the_waterfall_is_drawn_from_the_verdicts(made: Run) -> None:
    tree = soup(run_page(made))
    charts = {part.h2.get_text(): part for part in tree.select(".columns section")}
    chart = next(part for title, part in charts.items() if "逐层丢失" in title)
    drawn = [value.get_text(" ", strip=True) for value in chart.select(".value")]
    # Twelve layers; Q002 was lost in vector search, Q005 in answering, and Q003 has no verdict.
    assert drawn == ["5"] * 7 + ["4 −1", "4", "4", "4", "3 −1", "2 −1"]
    widths = [float(str(bar["width"])) for bar in chart.select("rect.kept")]
    assert widths == [100.0] * 7 + [80.0] * 4 + [60.0, 40.0]
    loss = chart.select("rect.loss")
    assert [(float(str(one["x"])), float(str(one["width"]))) for one in loss] == [(80, 20), (60, 20), (40, 20)]


def test_both_languages_are_there(made: Run) -> None:
    tree = soup(run_page(made))
    zh, en = (tree.select(f"span[lang={language}]") for language in ("zh", "en"))
    assert len(zh) > 50 and len(en) > 50
    assert {"总览", "归因"} <= {one.get_text() for one in zh}
    assert {"Headline figures", "Attribution"} <= {one.get_text() for one in en}


def test_a_run_without_questions_and_one_without_misses() -> None:
    assert "没有丢失的问题" in run_page(run(record(1)))
    assert "夜测" in run_page(run())


def test_a_comparison_is_told_whole() -> None:
    left = run(*(record(n, right=n > 2) for n in range(1, 13)), record(99), name="旧")
    right = run(
        *(record(n, right=n != 12) for n in range(1, 13)), record(3 + 95), name="新", settings={"chunk_size": 256}
    )
    page = comparison_page([compare(left, right)], Overview(("variant", "accuracy"), (("旧", "83.3 %"),)))
    tree = soup(page)
    numbers = {card.find("span").get_text(): card.find("b").get_text() for card in tree.select(".card")}  # type: ignore[union-attr]
    assert numbers == {"都对": "9", "改对": "2", "改错": "1", "都错": "0"}
    won = next(part for part in tree.select("details.matches") if "改对" in part.summary.get_text())  # type: ignore[union-attr]
    assert [one.get_text() for one in won.select(".id")] == ["Q001", "Q002"]
    accuracy = next(row for row in tree.select("table.figures tbody tr") if "正确率" in row.td.get_text())  # type: ignore[union-attr]
    cells = [cell.get_text(" ", strip=True) for cell in accuracy.find_all("td")]
    assert cells[1:5] == ["12", "83.3 %", "91.7 %", "+8.3"] and cells[6] == "1.0000"
    assert "只在左侧" in page and "Q099" in page and "Q098" in page and "chunk_size" in page
    assert "总表" in page


def test_the_whisker_lies_around_nought() -> None:
    left = run(*(record(n, right=False) for n in range(10)))
    tree = soup(comparison_page([compare(left, run(*(record(n) for n in range(10))))]))
    lines = {str(line["class"]): line for line in tree.select("svg.line.better")[0].find_all("line")}
    assert float(str(lines["['nought']"]["x1"])) == 50
    assert float(str(lines["['mean']"]["x1"])) == pytest.approx(98)


def test_every_layer_has_a_name_and_an_unknown_name_stands_as_it_is() -> None:
    assert layer_words("answer") == ("作答", "answer") and words("answer") == ("回答", "answer")
    assert layer_words("另一层") == words("另一层") == ("另一层", "另一层")
