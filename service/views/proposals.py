"""A proposed vocabulary as the doors show it."""

from typing import Annotated

from msgspec import Meta, Struct

from service.views.conversion import view
from synonyms.proposing import Proposals


class ExampleView(Struct, frozen=True):
    """A value with the place it stands in."""

    subject: str
    value: str
    document: str
    heading: str


class ProposalView(Struct, frozen=True):
    """An attribute that documents speak of, with what else they seem to call it."""

    name: Annotated[str, Meta(examples=["退款到账时效"])]
    aliases: list[str]
    dimension: Annotated[str, Meta(description="Commonest dimension of its values; empty for words.")]
    count: Annotated[int, Meta(description="Places it occurs in.")]
    documents: Annotated[int, Meta(description="Documents it occurs in.")]
    subjects: list[str]
    examples: list[ExampleView]


class LeftOutView(Struct, frozen=True):
    """A name that seems to be no attribute, and why."""

    name: str
    count: int
    reason: str


class VocabularyProposals(Struct, frozen=True):
    """A first vocabulary inferred from documents, weightiest attributes first."""

    attributes: list[ProposalView]
    left_out: list[LeftOutView]


def proposals_view(found: Proposals) -> VocabularyProposals:
    """Return ``found`` as the doors show it."""
    return view(found, VocabularyProposals)
