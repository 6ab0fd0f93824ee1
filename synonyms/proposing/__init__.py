"""A first vocabulary inferred from what documents say: attributes, their likely aliases, and what is no attribute."""

from synonyms.proposing.occurrence import Example, LeftOut, Occurrence, Proposal, Proposals
from synonyms.proposing.proposer import propose

__all__ = ["Example", "LeftOut", "Occurrence", "Proposal", "Proposals", "propose"]
