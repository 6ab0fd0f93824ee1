"""A log of questions becomes a draft: each question once, refusals as absent, what was disliked without settled gold."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.errors import InvalidInput
from evals.drafting.draft import OpenQuestion
from evals.drafting.from_log import draft_from_log
from evals.drafting.log import Logged, read_log
from evals.drafting.open_list import append_open
from evals.drafting.spelling import Spellings
from evals.suite import Case, Gold, read_suite
from evals.suite_writing import write_suite


def log(folder: Path, *lines: str) -> Path:
    path = folder / "log.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_repetitions_are_merged_and_the_most_frequent_come_first(tmp_path: Path) -> None:
    lines = (
        "保修多久？",
        '{"question": "运费多少", "feedback": "up", "answer": "8元"}',
        "",
        "运费多少？",
        '{"question": "运费多少!", "feedback": "down", "answer": "10元"}',
    )
    assert read_log(log(tmp_path, *lines)) == (
        Logged("运费多少", disliked=True, answer="10元", count=3),
        Logged("保修多久？"),
    )


def test_nearly_the_same_words_are_one_question_unless_a_number_differs(tmp_path: Path) -> None:
    asked = (
        "星河手机X5的电池保修期到底是多久呢",
        "星河手机X5的电池保修期到底是多久啊",
        "星河手机X6的电池保修期到底是多久呢",
    )
    assert [entry.count for entry in read_log(log(tmp_path, *asked))] == [2, 1]
    days = ("买了三天以后还可以无理由退货吗", "买了五天以后还可以无理由退货吗")
    assert len(read_log(log(tmp_path, *days))) == 2


@pytest.mark.parametrize(
    "line", ['{"question": ', '{"q": "保修"}', '{"question": "  "}', '{"question": "保修", "answer": 3}']
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_log(log(tmp_path, "保修多久？", line))
    assert caught.value.place == "log.jsonl, line 2"


def test_a_log_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes("保修多久？".encode("gbk"))
    with pytest.raises(InvalidInput, match="UTF-8"):
        read_log(path)


def drafted(made: Any, *logged: Logged) -> tuple[tuple[Case, ...], tuple[OpenQuestion, ...]]:
    answers = {"保修多久？": made.answer("保修12个月"), "能飞吗？": made.answer(refused=True)}
    return draft_from_log(logged, lambda text: answers[text], Spellings())


def test_answers_are_drafted_with_their_sentence_and_refusals_are_absent(made: Any) -> None:
    (right, absent), left_open = drafted(made, Logged("保修多久？"), Logged("能飞吗？"))
    assert (right.kind, right.golds[0].document, right.golds[0].anchor) == ("lookup", "保修.md", "第三条")
    assert right.expect == ("保修12个月",) and right.texts == (("保修12个月",),) and right.tags == ("draft", "log")
    assert (absent.kind, absent.expect, absent.golds) == ("absent", (), ())
    assert absent.tags == ("draft", "log", "to_check") and left_open == ()


@pytest.mark.parametrize("then", ["", "您好，保修12个月哦"])
def test_what_was_disliked_and_is_answered_the_same_is_left_open(made: Any, then: str) -> None:
    cases, (question,) = drafted(made, Logged("保修多久？", disliked=True, answer=then))
    assert cases == () and (question.question, question.answered_then) == ("保修多久？", then)


def test_a_disliked_question_that_is_refused_is_left_open(made: Any) -> None:
    cases, left_open = drafted(made, Logged("能飞吗？", disliked=True, answer="能飞"))
    assert cases == () and len(left_open) == 1


def test_what_was_disliked_and_is_answered_otherwise_is_drafted_to_check(made: Any) -> None:
    (case,), left_open = drafted(made, Logged("保修多久？", disliked=True, answer="不保修"))
    assert case.tags == ("draft", "log", "disliked", "to_check") and case.expect == ("保修12个月",)
    assert left_open == ()


def test_another_answer_than_the_liked_one_is_to_check(made: Any) -> None:
    (case,), _ = drafted(made, Logged("保修多久？", answer="不保修"))
    assert case.tags == ("draft", "log", "to_check")


HOSTILE = OpenQuestion('换货: "多久"？ #1\n- id: X', "三天\n- id: evil\n  question: q", "\u2028- id: evil")


def test_open_questions_stand_in_comments_and_become_entries(tmp_path: Path) -> None:
    path = tmp_path / "suite.yaml"
    case = Case("Q001", "保修多久？", "lookup", ("12个月",), (Gold("保修.md", "第三条"),))
    write_suite([case], path)
    assert append_open([HOSTILE, OpenQuestion("退货多久？", "3天", "7天")], path)
    assert read_suite(path) == (case,)
    text = path.read_text(encoding="utf-8")
    entry = text[text.index("# - id: U001") : text.index("# 当时 then: 3天")]
    (found,) = yaml.safe_load("\n".join(line.removeprefix("# ") for line in entry.splitlines()))
    assert found["question"] == HOSTILE.question and found["expect"] == []
    filled = replace(case, id="U002", question="退货多久？", tags=("draft", "log", "disliked"))
    body = text[text.index("# - id: U002") :].replace("expect: []", "expect: [12个月]")
    body = body.replace('document: ""', "document: 保修.md\n#   anchor: 第三条")
    path.write_text("\n".join(line.removeprefix("# ") for line in body.splitlines()), encoding="utf-8")
    assert read_suite(path) == (filled,)


def test_json_has_no_room_for_open_questions(tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    path.write_text("", encoding="utf-8")
    assert not append_open([HOSTILE], path) and path.read_text(encoding="utf-8") == ""
