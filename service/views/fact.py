"""A fact as the doors show it."""

from typing import Annotated

from msgspec import Meta, Struct

from core.fact import Fact, FactState, Origin
from service.views.conversion import view


class QuantityView(Struct, frozen=True):
    """A number with a unit, normalised: an interval on a dimension. Decimals are text, never rounded."""

    raw: Annotated[str, Meta(description="The source's wording.", examples=["不超过7天"])]
    unit: Annotated[str, Meta(description="Unit as written.", examples=["天"])]
    dimension: Annotated[str, Meta(description="Only values of one dimension compare.", examples=["duration"])]
    low: Annotated[str | None, Meta(description="Lower end in `unit`; null when open.")]
    high: Annotated[str | None, Meta(description="Upper end in `unit`; null when open.", examples=["7"])]
    canonical_low: Annotated[str | None, Meta(description="Lower end in `canonical_unit`.")]
    canonical_high: Annotated[str | None, Meta(description="Upper end in `canonical_unit`.")]
    canonical_unit: Annotated[str, Meta(description="Base unit of the dimension.")]
    low_open: Annotated[bool, Meta(description="The lower end itself is not included.")] = False
    high_open: Annotated[bool, Meta(description="The upper end itself is not included.")] = False
    approximate: Annotated[bool, Meta(description="The source says about (大约, 左右).")] = False


class ConditionView(Struct, frozen=True):
    """When a fact holds."""

    text: Annotated[str, Meta(description="The source's wording.", examples=["金卡会员"])]
    attribute: Annotated[str, Meta(description="What the condition measures, when it is an interval.")] = ""
    quantity: QuantityView | None = None


class ScopeView(Struct, frozen=True):
    """For what and when a fact holds; null means unrestricted. Dates are ISO 8601."""

    product_line: str | None = None
    region: str | None = None
    channel: str | None = None
    customer_type: str | None = None
    version: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None


class FactView(Struct, frozen=True):
    """One statement read from a chunk: `quote` is `text[quote_start:quote_end]` of that chunk."""

    id: str
    subject: Annotated[str, Meta(description="What the fact is about.", examples=["金卡会员"])]
    attribute: Annotated[str, Meta(description="What is said of it.", examples=["无理由退货期限"])]
    value: Annotated[str, Meta(description="The source's wording, untouched.", examples=["15天"])]
    chunk_id: str
    document_id: str
    quote: Annotated[str, Meta(description="Verbatim words of the chunk.")]
    quote_start: Annotated[int, Meta(description="First character of the quote in the chunk, from 0.")]
    quote_end: Annotated[int, Meta(description="One past the last character.")]
    scope: ScopeView
    quantity: QuantityView | None = None
    conditions: list[ConditionView] = []
    origin: Annotated[Origin, Meta(description="Who found it.")] = "rule"
    rule: Annotated[str, Meta(description="Which rule found it.")] = ""
    confidence: Annotated[float, Meta(description="0 to 1.")] = 0.5
    state: Annotated[FactState, Meta(description="Only candidate and approved facts answer questions.")] = "candidate"


class FactPage(Struct, frozen=True):
    """One page of facts. Pass `next` as `after` to get the next page; null on the last."""

    facts: list[FactView]
    total: Annotated[int, Meta(description="How many facts match, on all pages together.")]
    next: str | None = None


class FactCount(Struct, frozen=True, forbid_unknown_fields=True):
    """How many facts match."""

    total: Annotated[int, Meta(description="How many facts match.")]


class SubjectCountView(Struct, frozen=True):
    """A subject and how many of its facts match."""

    subject: Annotated[str, Meta(examples=["金卡会员"])]
    count: int


class FactSubjects(Struct, frozen=True):
    """Every subject with a fact that matches, by name: the complete set, never a page of it."""

    subjects: list[SubjectCountView]
    total: Annotated[int, Meta(description="How many subjects there are.")]


def fact_view(fact: Fact) -> FactView:
    """Return ``fact`` as the doors show it."""
    return view(fact, FactView)
