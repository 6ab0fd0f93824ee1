"""A question, taken apart: what it is about, what it asks for, and under which conditions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.quantity import Quantity

Intent = Literal["lookup", "list", "compare", "extreme", "count", "yes_no", "open"]
MentionKind = Literal["subject", "attribute", "value"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of the question that names something known. ``score`` is 0–1, 1 for an exact match.

    ``curated`` tells a name of the vocabulary from one only seen in facts.
    """

    canonical: str
    surface: str
    kind: MentionKind
    score: float
    start: int
    end: int
    curated: bool = True


@dataclass(frozen=True, slots=True)
class Stranger:
    """A thing that no name is known of, called like known things of another number: T12 where there is a T11.

    ``name`` is as the question calls it, folded; ``known`` are the things called like it.
    """

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskedQuantity:
    """A quantity in the question, with the words around it that say what it measures."""

    quantity: Quantity
    context: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AnalysedQuestion:
    """A question ready for search.

    Attributes:
        asks: Dimensions an answer may have (``duration``, ``money`` …), empty when anything may answer.
        extreme: ``max`` or ``min`` when the question asks for one.
        year: The year of the version asked for.
        threshold: It asks for a limit itself (超过几天要…), not for what holds under one.
        terms: Content words, in order.
        expansions: Canonical names of the synonym map.
        written_forms: Everyday word → words that documents use.
        topic: The question without its quantities, which are compared as values and not as words.
        aspect: The topic without the subjects it names: what is asked of them.
        scope: Field of scope (``product_line``, ``region`` …) → the known values that it names.
        strangers: Things it names that are called like known ones, with another number.
    """

    text: str
    normalised: str
    intent: Intent
    mentions: tuple[Mention, ...] = ()
    quantities: tuple[AskedQuantity, ...] = ()
    asks: tuple[str, ...] = ()
    extreme: Literal["max", "min"] | None = None
    year: int | None = None
    threshold: bool = False
    terms: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    written_forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    topic: str = ""
    aspect: str = ""
    scope: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strangers: tuple[Stranger, ...] = ()
