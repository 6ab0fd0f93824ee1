"""``dianmian diff`` and ``dianmian lint`` on files: exit codes, reports, what is ignored."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner, Result

from core.errors import InvalidInput
from service.cli.app import app
from service.inspection.ignoring import ignored_ids
from service.inspection.page import marked

SHOP = Path(__file__).resolve().parents[3] / "samples" / "shop"
OLD = "# 青禾书店退货规则\n\n读者应当自签收之日起7天内提出退货申请。\n"
NEW = "# 青禾书店退货规则\n\n读者应当自签收之日起15天内提出退货申请。\n"
FAULTY = "# 青禾书店须知\n\n书灯的保修期为12。\n\n赔偿标准见附件三。\n"


class Tags(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path / "旧.md", OLD), written(tmp_path / "新.md", NEW)


def test_the_exit_code_says_whether_anything_changed(versions: tuple[Path, Path]) -> None:
    assert run("diff", versions[0], versions[0]).exit_code == 0
    assert run("diff", *versions).exit_code == 1
    assert run("diff", versions[0], versions[0].with_name("无.md")).exit_code == 65


def test_diff_prints_both_sentences_the_number_and_the_places(versions: tuple[Path, Path]) -> None:
    shown = run("diff", *versions).stdout
    assert "7天内 → 15天内" in shown
    assert "旧.md:3" in shown
    assert "新.md:3" in shown


def test_diff_as_json(versions: tuple[Path, Path]) -> None:
    shown: dict[str, Any] = json.loads(run("diff", *versions, "--json").stdout)
    assert shown["result"] == "different"
    assert shown["numbers_changed"] == 1
    (fact,) = shown["facts"]
    assert (fact["turn"], fact["old"]["fact"]["value"], fact["new"]["fact"]["value"]) == ("value", "7天内", "15天内")
    assert fact["new"]["place"]["line"] == 3
    (words,) = shown["sections"][0]["wordings"]
    assert words["numbers"] == [{"old": "7天内", "new": "15天内", "renumbering": False}]


def test_one_cell_of_a_workbook_is_one_change_with_its_row(tmp_path: Path) -> None:
    workbook = load_workbook(SHOP / "价格与保修一览.xlsx")
    workbook.worksheets[0]["F4"] = 3199
    newer = tmp_path / "新价格.xlsx"
    workbook.save(newer)
    shown: dict[str, Any] = json.loads(run("diff", SHOP / "价格与保修一览.xlsx", newer, "--json").stdout)
    (change,) = shown["facts"]
    assert (change["old"]["fact"]["value"], change["new"]["fact"]["value"]) == ("3299", "3199")
    span = change["new"]["place"]["span"]
    assert (span["sheet"], span["row"]) == ("价格与保修", 4)
    assert (shown["numbers_changed"], shown["fields"]) == (1, [])


def test_the_page_is_one_file_and_escapes_the_document(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script> & <img src=http://example.com/x>"
    old = written(tmp_path / "旧.txt", f"青禾书店须知\n\n{evil}每人限借5册。\n")
    new = written(tmp_path / "新.txt", f"青禾书店须知\n\n{evil}每人限借9册。\n")
    page = tmp_path / "报告.html"
    assert run("diff", old, new, "--html", page).exit_code == 1
    parsed = Tags()
    parsed.feed(page.read_text(encoding="utf-8"))
    assert not {"script", "img", "link", "iframe"} & set(parsed.tags)
    assert "<script>alert(1)</script>" in parsed.text
    assert {"del", "ins"} <= set(parsed.tags)


def test_marks_are_escaped_and_taken_once() -> None:
    assert marked("满5元<5元>", ["5元", "5元"], "del") == "满<del>5元</del>&lt;<del>5元</del>&gt;"
    assert marked("满5元", ["9元"], "del") == "满5元"


def test_lint_fails_on_what_it_is_told_to(tmp_path: Path) -> None:
    faulty = written(tmp_path / "须知.md", FAULTY)
    warned = written(tmp_path / "书灯.md", "# 青禾书灯\n\n书灯的保修期为12。\n")
    assert run("lint", faulty).exit_code == 1
    assert run("lint", faulty, "--fail-on", "never").exit_code == 0
    assert run("lint", warned).exit_code == 0
    assert run("lint", warned, "--fail-on", "warning").exit_code == 1
    assert run("lint", warned, "--fail-on", "always").exit_code == 2
    assert run("lint", written(tmp_path / "好.md", NEW), "--fail-on", "note").exit_code == 0


def test_lint_shows_place_quote_and_what_to_do(tmp_path: Path) -> None:
    shown = run("lint", written(tmp_path / "须知.md", FAULTY)).stdout
    assert "须知.md:5" in shown
    assert "赔偿标准见附件三。" in shown
    assert "补上“附件三”" in shown


def test_a_finding_can_be_ignored_by_id(tmp_path: Path) -> None:
    faulty = written(tmp_path / "须知.md", FAULTY)
    report: dict[str, Any] = json.loads(run("lint", faulty, "--json").stdout)
    first, second = (finding["id"] for finding in report["findings"])
    listed = written(tmp_path / "忽略.txt", f"# 已核对\n{first}  # 附件另发\n\nlint_0000000000\n")
    again = run("lint", faulty, "--ignore-file", listed, "--json")
    left: dict[str, Any] = json.loads(again.stdout)
    assert again.exit_code == 0
    assert [finding["id"] for finding in left["findings"]] == [second]
    assert (left["ignored"], left["unused"]) == (1, ["lint_0000000000"])
    assert run("lint", faulty, "--ignore", first, "--ignore", second, "--fail-on", "note").exit_code == 0


@pytest.mark.parametrize(("text", "place"), [("lint_1\n附件\n", ":2"), (None, "忽略.txt")])
def test_a_bad_ignore_file_is_named(tmp_path: Path, text: str | None, place: str) -> None:
    path = tmp_path / "忽略.txt"
    if text is not None:
        written(path, text)
    with pytest.raises(InvalidInput) as raised:
        ignored_ids([], path)
    assert raised.value.place.endswith(place)


def test_a_file_that_cannot_be_read_costs_itself_alone(tmp_path: Path) -> None:
    folder = tmp_path / "文件"
    folder.mkdir()
    written(folder / "须知.md", FAULTY)
    (folder / "坏.bin").write_bytes(bytes(range(256)))
    result = run("lint", folder, "--json")
    report: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == 65
    assert [each["file"] for each in report["unread"]] == ["坏.bin"]
    assert (report["files"], len(report["findings"])) == (1, 2)


def test_lint_page_holds_every_finding(tmp_path: Path) -> None:
    page = tmp_path / "检查.html"
    run("lint", written(tmp_path / "须知.md", FAULTY), "--html", page)
    parsed = Tags()
    parsed.feed(page.read_text(encoding="utf-8"))
    assert parsed.tags.count("h3") == 2
    assert "赔偿标准见附件三。" in parsed.text


def test_a_report_that_cannot_be_written_is_an_error(tmp_path: Path, versions: tuple[Path, Path]) -> None:
    result = run("diff", *versions, "--html", tmp_path / "无" / "报告.html")
    assert result.exit_code == 65
