"""The stretch of the results page, and what the peers are given."""

from datetime import date
from pathlib import Path

import pytest

from core.errors import InvalidInput, NotReady
from core.settings import load_settings
from evals.peers import __main__ as command
from evals.peers.corpus import policies, tables
from evals.peers.process import peer_process
from evals.peers.report import put_between, stretch

PAGE = "# 结果\n\n前\n\n<!-- eval-peers -->\n旧的\n<!-- end eval-peers -->\n\n后\n"


def test_only_what_stands_between_the_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    page.write_text(PAGE, encoding="utf-8")
    put_between(page, "eval-peers", "新的")
    put_between(page, "eval-peers", "更新的")
    expected = "# 结果\n\n前\n\n<!-- eval-peers -->\n\n更新的\n\n<!-- end eval-peers -->\n\n后\n"
    assert page.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("page", ["", "没有标记", "<!-- end eval-peers --><!-- eval-peers -->", PAGE * 2])
def test_a_page_without_one_stretch_is_left_alone(tmp_path: Path, page: str) -> None:
    path = tmp_path / "results.md"
    path.write_text(page, encoding="utf-8")
    with pytest.raises(InvalidInput, match="no single stretch"):
        put_between(path, "eval-peers", "新的")
    assert path.read_text(encoding="utf-8") == page


def test_the_results_page_has_its_stretches(tmp_path: Path) -> None:
    copy = tmp_path / "results.md"
    for mark in ("eval-peers", "eval-forms"):
        copy.write_text(command.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
        put_between(copy, mark, "新的")
        assert "新的" in copy.read_text(encoding="utf-8")


def test_the_stretch_says_command_and_day() -> None:
    text = stretch({"policies": {"甲": {"questions": 38, "value@1": 0.5}}}, "make eval-peers", date(2026, 1, 2))
    assert text.startswith("Made by `make eval-peers` on 2026-01-02.\n\n**38 questions")
    assert text.endswith("| 甲 | 38 | 0.50 |")


def test_without_data_nothing_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = load_settings(home=tmp_path, _env_file=None)
    assert policies(tmp_path, settings) is tables(tmp_path, settings) is None
    assert command.main([str(tmp_path), "--folder", str(tmp_path / "kept")]) == 75
    said = capsys.readouterr()
    assert "nothing measured" in said.out and "tables: not measured" in said.err


def test_without_the_environment_the_pipelines_say_so(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="make eval-peers"), peer_process("", tmp_path, tmp_path / "none"):
        pass


def test_tables_are_given_as_markdown_with_their_whole_table_as_place() -> None:
    shared = command.SHARED
    corpus = tables(shared, load_settings(_env_file=None)) if shared.is_dir() else None
    if corpus is None:
        pytest.skip("the shared data are not beside the project")
    assert corpus.files.keys() == corpus.texts.keys()
    assert all("|" in text or text for text in corpus.texts.values())
    assert {place.document for places in corpus.places.values() for place in places} <= corpus.files.keys()
    assert any(case.expect for case in corpus.cases) and len(corpus.cases) > 400
