"""How often answers of one kind and score are right: learned from suites of questions, kept as data."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from retrieval.draft_answer import DraftAnswer

LEARNED = Path(__file__).with_name("answer_confidence.json")
Points = Sequence[tuple[float, float]]


def kind_of(draft: DraftAnswer) -> str:
    """Return what answers are told apart by: their route, and refusals from the rest."""
    return "refused" if draft.refused else draft.route


def calibrated(kind: str, score: float, learned: Mapping[str, Points] | None = None) -> float:
    """Return the share (0–1) of answers of this kind and score that are right; the score itself where none is known.

    Args:
        learned: Kind → (score, share), rising; read between the points. What was learned last when not given.
    """
    points = (learned_points() if learned is None else learned).get(kind)
    if not points:
        return score
    if score <= points[0][0]:
        return points[0][1]
    for (low, low_share), (high, high_share) in pairwise(points):
        if score <= high:
            return low_share + (high_share - low_share) * (score - low) / (high - low)
    return points[-1][1]


def write_learned(learned: Mapping[str, Points]) -> None:
    """Keep what was learned; it holds for every answer from now on."""
    rows = {kind: [[round(score, 4), round(share, 4)] for score, share in learned[kind]] for kind in sorted(learned)}
    LEARNED.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    learned_points.cache_clear()


@lru_cache(maxsize=1)
def learned_points() -> Mapping[str, Points]:
    """Return what was learned last; nothing before anything was."""
    if not LEARNED.exists():
        return {}
    loaded = json.loads(LEARNED.read_text(encoding="utf-8"))
    return {kind: [(float(score), float(share)) for score, share in points] for kind, points in loaded.items()}
