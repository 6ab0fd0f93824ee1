"""Whether an answer is right: lists are complete and counted, orders are orders, comparisons name the right side."""

from collections.abc import Sequence

from core.answer import Answer
from core.fact import Fact
from core.text import fold
from evals.services.suite import Case
from evals.values import states

RIGHT = ""
_LISTED, _MARKED = frozenset({"list", "count", "top", "extreme"}), "- "


def fault(case: Case, answer: Answer) -> str:
    """Return what is wrong with ``answer``, empty when nothing is."""
    if case.kind in _LISTED:
        return _set_fault(case, answer)
    if answer.refused:
        return "refused"
    if case.kind == "yes_no":
        return RIGHT if answer.headline.startswith("是" if case.gold.holds else "否") else "wrong verdict"
    missing = [value for value in case.gold.stated if not states(answer.text, value)]
    if missing:
        return f"not stated: {'、'.join(missing)}"
    if case.kind == "compare":
        first = answer.headline.split("\n")[0]
        return RIGHT if case.gold.names[0] in first else "wrong side"
    return RIGHT


def _set_fault(case: Case, answer: Answer) -> str:
    lines = answer.headline.split("\n")
    listed = [line.removeprefix(_MARKED) for line in lines if line.startswith(_MARKED)]
    if not lines[0].startswith(f"共{len(case.gold.names)}") or lines[0][len(f"共{len(case.gold.names)}")].isdigit():
        return f"count: {len(case.gold.names)} are right, told {lines[0][:60] or 'nothing'!r}"
    stated = sorted(fold(fact.subject) for fact in _one_each(answer))
    if stated != sorted(map(fold, case.gold.names)):
        return "other records"
    if len(listed) != len(case.gold.names):
        return "records missing from the text"
    return RIGHT if _in_order(case, listed) else "wrong order"


def _one_each(answer: Answer) -> Sequence[Fact]:
    return list({(fact.document_id, fact.subject): fact for fact in answer.facts}.values())


def _in_order(case: Case, listed: Sequence[str]) -> bool:
    """Hold the text against the right order; records of one value may change places."""
    value_of = dict(zip(case.gold.names, case.gold.values, strict=False))
    told = [next((name for name in case.gold.names if line.startswith(name)), "") for line in listed]
    return not value_of or [value_of.get(name) for name in told] == list(case.gold.values)
