"""The words of a knowledge base: terms that are known, and aliases that lead to them."""

from dataclasses import dataclass
from typing import Literal

TermKind = Literal["subject", "attribute", "value", "unit"]
TermState = Literal["accepted", "proposed", "rejected"]


@dataclass(frozen=True, slots=True)
class Term:
    """A canonical word. ``dimension`` is set on attributes whose values are quantities (``duration`` …)."""

    kind: TermKind
    name: str
    dimension: str = ""
    description: str = ""
    state: TermState = "accepted"


@dataclass(frozen=True, slots=True)
class Synonym:
    """An alias of a canonical word; ``scope`` narrows where it holds, empty means everywhere.

    ``origin`` says who brought it: ``person``, ``document``, ``model``, ``query_log`` or ``review``.
    """

    kind: TermKind
    alias: str
    canonical: str
    scope: str = ""
    state: TermState = "accepted"
    origin: str = "person"
