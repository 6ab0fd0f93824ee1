"""The measure of kept text, and that it stays high on files of other programs."""

from pathlib import Path

import pytest

from evals.parsing_text import figures, plain, score, scores


def test_a_loss_is_seen_and_named() -> None:
    one = score("a", "docx", "# 退货\n\n七日内可退，运费由买方承担。", "# 退货\n\n七日内可退。")
    assert one.total == len("退货七日内可退运费由买方承担。")
    assert one.kept == len("退货七日内可退。")
    assert one.losses == ("运费由买方承担",)


def test_marks_of_either_program_do_not_count() -> None:
    gold = "- **退货** [规则](http://a.b/c_(d))<br>\n<!-- image -->\n\n| a | a | b |\n| - | - | - |\n\n$$\\frac{x}{2}$$"
    ours = "* 退货 规则\n\n| a | b |\n| --- | --- |\n\nx/2"
    one = score("a", "html", gold, ours)
    assert one.kept == one.total
    assert one.found == one.words


def test_order_matters_for_kept_but_not_for_found() -> None:
    one = score("a", "pptx", "甲甲甲甲 乙乙乙乙", "乙乙乙乙 甲甲甲甲")
    assert (one.kept, one.found) == (4, 8)


def test_review_comments_lose_their_author_and_charts_the_guess_at_them() -> None:
    assert plain("[author: Li, time: 2026-01-01]: 说明\n\nBar chart\n").split() == ["说明"]


def test_files_of_other_programs_keep_their_text(shared_data: Path) -> None:
    folder = shared_data / "documents" / "docling"
    if not folder.is_dir():
        pytest.skip("no fixtures here")
    results = list(scores(folder))
    flat = figures(results)
    assert flat["all.files"] >= 90
    assert flat["all.unread"] == 0
    assert flat["all.kept"] >= 0.98, [(one.name, one.losses) for one in results if one.losses]
    assert flat["docx.kept"] >= 0.99
    assert flat["html.kept"] >= 0.99
    assert flat["csv.kept"] == 1
