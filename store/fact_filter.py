"""Which facts are asked for."""

from dataclasses import dataclass
from typing import Literal

from core.fact import FactState
from core.quantity import Quantity

LIVE: tuple[FactState, ...] = ("candidate", "approved")


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Conditions that all hold; an empty one restricts nothing.

    ``overlaps`` keeps facts of its dimension that share a value with it. ``text`` is looked for, ignoring case, in
    subject, attribute, value and quote. ``order_by`` sorts by canonical value (facts without one come last), else
    facts come by id. ``after`` is the id of the last fact of the page before; ``limit`` of ``None`` means all.
    ``document_ids`` of ``None`` means all documents, an empty set none.
    """

    subjects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    dimension: str = ""
    overlaps: Quantity | None = None
    states: tuple[FactState, ...] = LIVE
    document_ids: tuple[str, ...] | None = None
    text: str = ""
    order_by: Literal["value_asc", "value_desc"] | None = None
    after: str | None = None
    limit: int | None = 100
