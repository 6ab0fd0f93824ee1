"""A comparison as plain values for programs."""

from typing import Any

from core.wire import to_builtins
from evals.comparing.comparison import Comparison
from evals.comparing.difference import Difference

_OUTCOMES = ("won", "lost", "both_right", "both_wrong")


def comparison_view(comparison: Comparison) -> dict[str, Any]:
    """Return what was compared, every figure's difference, and the ids of the questions by how they went."""
    matches: dict[str, list[str]] = {outcome: [] for outcome in _OUTCOMES}
    for match in comparison.matches:
        matches[match.outcome].append(match.left.case_id)
    return {
        "left": to_builtins(comparison.left),
        "right": to_builtins(comparison.right),
        "questions": len(comparison.matches),
        "counts": {outcome: len(ids) for outcome, ids in matches.items()},
        **matches,
        "differences": {one.figure: difference_view(one) for one in comparison.differences},
        "groups": [to_builtins(group) for group in comparison.groups],
        "settings": [{"name": name, "left": left, "right": right} for name, left, right in comparison.settings],
        "only_left": list(comparison.only_left),
        "only_right": list(comparison.only_right),
        "changed": list(comparison.changed),
    }


def difference_view(one: Difference) -> dict[str, Any]:
    """Return a difference with its interval as two numbers, ``None`` for a single question."""
    interval = None if one.interval is None else [one.interval.low, one.interval.high]
    return {
        "questions": one.questions,
        "left": one.left,
        "right": one.right,
        "gap": one.gap,
        "interval": interval,
        "p": one.p,
        "direction": one.direction,
    }
