"""How precise extraction is, estimated from what people decided.

Only facts of the random sample count: facts that came to a person because they were doubtful or in conflict are worse
than the rest, and would make the estimate too low.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from core.knowledge_base import KnowledgeBase
from core.review import Judged, Precision, ReviewReason
from core.settings import Settings
from store import reviews
from store.review_queue import ReviewQueue
from store.session import Session

# The 97.5 % point of the normal distribution: 2.5 % on either side.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class PrecisionReport:
    """Precision over all, per attribute and per rule (``model`` for what a language model read).

    ``waiting`` facts of the sample are not judged yet: while there are many, and the easy ones were judged first,
    the estimates lean.
    """

    overall: Precision
    attributes: Mapping[str, Precision]
    rules: Mapping[str, Precision]
    sample_rate: float
    waiting: int


def precision_report(session: Session, kb: KnowledgeBase, settings: Settings) -> PrecisionReport:
    """Return the estimated precision of the facts of ``kb`` as they were extracted."""
    counts = reviews.judged(session, kb.id)
    drawn: tuple[ReviewReason, ...] = ("sample",)
    sample = ReviewQueue(kb.id, settings.review_sample_rate, settings.review_confidence, drawn)
    return PrecisionReport(
        _sum(counts),
        _grouped(counts, lambda item: item.attribute),
        _grouped(counts, lambda item: item.rule or item.origin),
        settings.review_sample_rate,
        sample.count(session),
    )


def wilson(right: int, judged: int) -> Precision:
    """Return the share of right ones with its 95 % interval after Wilson (1927), which holds for few cases too."""
    if judged == 0:
        return Precision(0, 0, None, 0.0, 1.0)
    share = right / judged
    scale = 1 + _Z**2 / judged
    centre = share + _Z**2 / (2 * judged)
    spread = _Z * math.sqrt(share * (1 - share) / judged + _Z**2 / (4 * judged**2))
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return Precision(right, judged, round(share, 4), round(max(0.0, low), 4), round(min(1.0, high), 4))


def _grouped(counts: Iterable[Judged], key: Callable[[Judged], str]) -> dict[str, Precision]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for item in counts:
        groups[key(item)].append(item)
    return {name: _sum(items) for name, items in sorted(groups.items())}


def _sum(counts: Iterable[Judged]) -> Precision:
    items = list(counts)
    return wilson(sum(item.right for item in items), sum(item.judged for item in items))
