"""Answers to be judged, and a model that judges them as it is told."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from core.answer import Answer, Citation, Grade, Passage, Source
from core.chunk import Chunk
from evals.judging.judge import Judge
from evals.judging.judgement import Judgement
from evals.scripted_model import Reply, Request, shown
from evals.suite import Case, Gold
from tests.llm_server import model_for

QUESTION = "青禾金叶会员的退货期限是多久？"
PASSAGE = "金叶会员的退货期限为15天，自签收之日起计算。"


def case(
    number: int = 1, *, question: str = QUESTION, expect: tuple[str, ...] = ("15天",), kind: str = "lookup"
) -> Case:
    """Return a question; of kind ``absent`` it expects nothing."""
    if kind == "absent":
        return Case(f"Q{number}", question, kind, (), ())
    return Case(f"Q{number}", question, kind, expect, (Gold("退货规则.md", "金叶会员"),))


def answer(
    text: str = "金叶会员的退货期限为15天[1]。自签收之日起计算[1]。",
    *, passages: tuple[str, ...] = (PASSAGE,), cited: tuple[int, ...] = (1,), refused: bool = False,
    title: str = "退货规则", grade: Grade = "written", headline: str = "", conflicts: tuple[str, ...] = (),
) -> Answer:  # fmt: skip
    """Return an answer over ``passages`` that cites those numbered, from 1, in ``cited``."""
    found = tuple(
        Passage(
            Chunk(f"chk_{at}", "doc_1", at, "prose", words, words, ("会员",), (), "0", "1"),
            Source("doc_1", "退货规则.md", title),
            1.0 / at,
        )
        for at, words in enumerate(passages, start=1)
    )
    citations = tuple(
        Citation(at, "doc_1", "退货规则.md", title, (), f"chk_{at}", passages[at - 1], 0, len(passages[at - 1]))
        for at in cited
    )
    return Answer(
        QUESTION, text, "structured", grade, 0.9, headline, refused, citations=citations, passages=found,
        conflicts=conflicts,
    )  # fmt: skip


def verdicts(holds: Mapping[str, Any], reason: str = "片段第一句写明。") -> str:
    """Return the reply of a judge that says ``holds`` of each number and of ``answer``."""
    entries = [{"about": about, "holds": held, "reason": reason} for about, held in holds.items()]
    return json.dumps({"verdicts": entries}, ensure_ascii=False)


GOOD = verdicts({"1": True, "2": True, "answer": True})


def honest(request: Request) -> Reply:
    """Judge by whether the words stand in the passages and the expected values in the answer."""
    matter = shown(request)
    text = "".join(passage["text"] for passage in matter["passages"])
    held: dict[str, Any] = {str(one["number"]): one["text"].rstrip("。") in text for one in matter["statements"]}
    held["answer"] = bool(matter["expected"]) and all(value in matter["answer"] for value in matter["expected"])
    return Reply(verdicts(held))


def judged(server: Any, *answered: tuple[Case, Answer], **settings: Any) -> tuple[Judgement, ...]:
    """Judge with the model of ``server``, one answer at a time unless ``concurrency`` says otherwise."""
    concurrency = settings.pop("concurrency", 1)
    tick: Callable[[int, int], None] | None = settings.pop("tick", None)
    return Judge(model_for(server, **settings), concurrency, tick).judge(answered or ((case(), answer()),))
