"""Terms and aliases as the doors show them."""

from typing import Annotated

from msgspec import Meta, Struct

from core.knowledge_base import Mode
from core.vocabulary import Synonym, Term, TermKind, TermState


class SynonymView(Struct, frozen=True):
    """An alias and the canonical word it leads to. Only accepted ones act."""

    kind: TermKind
    alias: Annotated[str, Meta(examples=["退款周期"])]
    canonical: Annotated[str, Meta(examples=["退款到账时效"])]
    scope: Annotated[str, Meta(description="Where it holds, such as a product line; empty everywhere.")]
    state: TermState
    origin: Annotated[str, Meta(description="person, document, model, query_log or review.")]


class SynonymPage(Struct, frozen=True):
    """One page of aliases, by kind, canonical word and alias."""

    synonyms: list[SynonymView]
    total: Annotated[int, Meta(description="How many there are on all pages together.")]
    next: str | None = None


class TermView(Struct, frozen=True):
    """A canonical word with the aliases that lead to it everywhere, of the same state."""

    kind: TermKind
    name: Annotated[str, Meta(examples=["退款到账时效"])]
    dimension: Annotated[str, Meta(description="Dimension of its values; empty for words.", examples=["duration"])]
    description: str
    state: TermState
    aliases: list[str]


class TermPage(Struct, frozen=True):
    """One page of the vocabulary, by kind and name. Pass `next` as `after` to get the next page."""

    mode: Annotated[Mode, Meta(description="controlled: only attributes of the vocabulary become facts.")]
    terms: list[TermView]
    total: Annotated[int, Meta(description="How many there are on all pages together.")]
    next: str | None = None


class WordChange(Struct, frozen=True):
    """What a change of words did."""

    changed: Annotated[int, Meta(description="Terms and aliases stored, decided on or deleted.")]
    extracted: Annotated[int, Meta(description="Chunks read anew with the new names.")]
    facts: Annotated[int, Meta(description="Facts found in them.")]
    warnings: list[str] = []


def synonym_view(synonym: Synonym) -> SynonymView:
    """Return ``synonym`` as the doors show it."""
    return SynonymView(
        synonym.kind, synonym.alias, synonym.canonical, synonym.scope, synonym.state, synonym.origin
    )  # fmt: skip


def term_view(term: Term, aliases: list[str]) -> TermView:
    """Return ``term`` as the doors show it."""
    return TermView(term.kind, term.name, term.dimension, term.description, term.state, aliases)
