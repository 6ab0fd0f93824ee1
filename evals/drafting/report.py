"""What a person is told of a draft."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.drafting.draft import Draft
from evals.drafting.from_absence import TO_CHECK


def as_values(draft: Draft, path: Path, *, open_written: bool) -> dict[str, Any]:
    """Return the report as values of JSON; ``open_written`` tells whether the file lists the open questions."""
    return {
        "questions": len(draft.cases),
        "file": str(path),
        "kinds": dict(Counter(case.kind for case in draft.cases)),
        "to_check": [case.id for case in draft.cases if TO_CHECK in case.tags],
        "open": [question.question for question in draft.open_questions],
        "open_in_file": open_written,
        "merged": draft.merged,
        "rephrased": draft.rephrased,
        "kept_wording": dict(draft.kept),
        "left_out": dict(draft.left_out),
    }


def as_lines(draft: Draft, path: Path, *, open_written: bool) -> Iterator[str]:
    """Yield the report line by line."""
    yield f"{len(draft.cases)} 题，请逐题核对 questions, check each: {path}"
    unsure = sum(TO_CHECK in case.tags for case in draft.cases)
    if unsure:
        yield f"其中 {unsure} 题标为 to_check，尤其要看 of them are tagged to_check"
    if draft.merged:
        yield f"合并了 {draft.merged} 次重复提问 repeated questions were merged"
    if draft.open_questions:
        where = "列在文件末尾待填 listed at the end of the file" if open_written else "未写入 JSON left out of JSON"
        yield f"{len(draft.open_questions)} 题无从判断答案 have no settled answer: {where}"
        yield from () if open_written else (f"  {question.question}" for question in draft.open_questions)
    if draft.rephrased or draft.kept:
        yield f"模型改写 {draft.rephrased} 题 rephrased; 保留原问法 kept: {sum(draft.kept.values())}"
        yield from _counted(draft.kept.items())
    if draft.left_out:
        yield f"略过 left out: {sum(draft.left_out.values())}"
        yield from _counted(draft.left_out.items())


def _counted(reasons: Any) -> Iterator[str]:
    yield from (f"  {number} × {reason}" for reason, number in sorted(reasons, key=lambda entry: -entry[1]))
