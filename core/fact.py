"""A fact: subject, attribute, value and condition, tied to the characters it was read from."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from core.quantity import Quantity
from core.text import fold

Origin = Literal["rule", "model", "person"]
FactState = Literal["candidate", "approved", "rejected", "stale", "superseded"]
# Fields of scope that are words of the matter; a version is one of its document.
PLACES = ("product_line", "region", "channel", "customer_type")
SCOPE_FIELDS = (*PLACES, "version")
# What sources write in a field of scope that restricts nothing; compared folded.
UNRESTRICTED = frozenset({"全部", "所有", "通用", "不限", "全国", "全渠道", "全线", "全部产品", "all", "any"})


def restriction(value: str | None) -> str | None:
    """Return what a field of scope restricts a fact to; ``None`` where it is not given or restricts nothing."""
    return None if value is None or fold(value) in UNRESTRICTED else value


@dataclass(frozen=True, slots=True)
class Condition:
    """When a fact holds. ``quantity`` is set where the condition is an interval over ``attribute``."""

    text: str
    attribute: str = ""
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """For what and when a fact holds; ``None`` means unrestricted."""

    product_line: str | None = None
    region: str | None = None
    channel: str | None = None
    customer_type: str | None = None
    version: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement taken from a chunk.

    ``value`` is the source's wording, untouched; ``quantity`` its normalised form where it is one.
    ``quote`` equals ``chunk.text[quote_start:quote_end]``. ``confidence`` is 0–1.
    """

    id: str
    subject: str
    attribute: str
    value: str
    chunk_id: str
    document_id: str
    quote: str
    quote_start: int
    quote_end: int
    quantity: Quantity | None = None
    conditions: tuple[Condition, ...] = ()
    scope: Scope = field(default_factory=Scope)
    origin: Origin = "rule"
    rule: str = ""
    confidence: float = 0.5
    state: FactState = "candidate"
