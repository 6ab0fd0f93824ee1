"""Which facts are asked for."""

from dataclasses import dataclass
from typing import Literal

from core.fact import FactState, Origin, Scope
from core.quantity import Quantity

LIVE: tuple[FactState, ...] = ("candidate", "approved")
Order = Literal[
    "value_asc", "value_desc", "subject_asc", "subject_desc", "attribute_asc", "attribute_desc", "confidence_asc",
    "confidence_desc",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Conditions that all hold; an empty one restricts nothing.

    Attributes:
        dimension: Dimension of the value.
        unit: Unit of the value as the source wrote it.
        overlaps: Keeps facts on its scale that share a value with it: 3至10天 for ``>=7天``.
        within: Keeps facts on its scale with no value outside it: 10天 but not 3至10天 for ``>=7天``.
        equals: Keeps facts whose value is the same interval, whatever the unit: 2年 for 24个月.
        value_words: Keeps facts whose value reads exactly so; one of them.
        value_text: Looked for, ignoring case, in the value alone; so ``subject_text`` and ``attribute_text``.
        circumstance: Keeps facts with a condition on its scale, where every such condition's interval holds all of
            it: 满1年不满10年 for 5年.
        condition_text: Looked for, ignoring case, in the words of the conditions.
        condition_words: Keeps facts with a condition that reads exactly so.
        scope: Keeps facts that hold there: unrestricted, or restricted to the same; validity shares a day with it.
        origins: Who found the fact; empty means anyone.
        least_confidence: Lowest confidence kept, 0–1.
        document_ids: ``None`` means all documents, an empty set none.
        chunk_ids: ``None`` means all chunks, an empty set none.
        text: Looked for, ignoring case, in subject, attribute, value and quote.
        order_by: By canonical value (the known end where one is open; facts without a value last), by name or by
            confidence; equal ones, and all when unset, by id, which falls where the rest falls.
        after: ``next`` of the page before, or the id of its last fact.
        limit: Facts on a page, ``None`` for all.
    """

    subjects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    dimension: str = ""
    unit: str = ""
    overlaps: Quantity | None = None
    within: Quantity | None = None
    equals: Quantity | None = None
    value_words: tuple[str, ...] = ()
    value_text: str = ""
    subject_text: str = ""
    attribute_text: str = ""
    circumstance: Quantity | None = None
    condition_text: str = ""
    condition_words: str = ""
    scope: Scope | None = None
    states: tuple[FactState, ...] = LIVE
    origins: tuple[Origin, ...] = ()
    least_confidence: float = 0.0
    document_ids: tuple[str, ...] | None = None
    chunk_ids: tuple[str, ...] | None = None
    text: str = ""
    order_by: Order | None = None
    after: str | None = None
    limit: int | None = 100
