"""A log of questions becomes a draft: each question once, refusals as absent, what was disliked marked."""

from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from evals.drafting.from_log import Logged, draft_from_log, read_log


def log(folder: Path, *lines: str) -> Path:
    path = folder / "log.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_lines_and_json_lines_are_read_once(tmp_path: Path) -> None:
    lines = (
        "保修多久？",
        '{"question": "运费多少", "feedback": "up"}',
        "",
        "保修多久？",
        '{"question": "运费多少", "feedback": "down"}',
    )
    assert read_log(log(tmp_path, *lines)) == (Logged("保修多久？"), Logged("运费多少", disliked=True))


@pytest.mark.parametrize("line", ['{"question": ', '{"q": "保修"}', '{"question": "  "}'])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_log(log(tmp_path, "保修多久？", line))
    assert caught.value.place == "log.jsonl, line 2"


def test_answers_are_drafted_and_refusals_are_absent(made: Any) -> None:
    answers = {"保修多久？": made.answer("保修12个月"), "能飞吗？": made.answer(refused=True)}
    right, absent = draft_from_log(
        [Logged("保修多久？", disliked=True), Logged("能飞吗？")], lambda text: answers[text]
    )
    assert (right.kind, right.golds[0].document, right.golds[0].anchor) == ("lookup", "保修.md", "第三条")
    assert right.expect == ("保修12个月",) and right.tags == ("draft", "log", "disliked")
    assert (absent.kind, absent.expect, absent.golds) == ("absent", (), ())
