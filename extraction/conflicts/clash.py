"""Whether two facts contradict each other: the same matter, in the same circumstances, with another value."""

from datetime import date

from core.conflict import Standing
from core.fact import PLACES, Fact, Scope
from core.text import fold
from extraction.conflicts.circumstances import Circumstances, circumstances
from extraction.conflicts.values import contradict


def clashes(one: Fact, other: Fact, first: Standing, second: Standing) -> bool:
    """Return whether ``one`` and ``other`` cannot both be told for true.

    Subject and attribute are compared as they stand, canonical names being given at extraction. Facts of a document
    and of its successor are compared whatever their days of validity, for the successor speaks in its place; a
    version that is not in force yet contradicts nothing.

    Args:
        one: A fact.
        other: Another fact.
        first: The standing of the document of ``one``.
        second: The standing of the document of ``other``.
    """
    if one.id == other.id or not _same_matter(one, other):
        return False
    if first.will_succeed(second) or second.will_succeed(first):
        return False
    if not _scopes_meet(one.scope, other.scope):
        return False
    if not (first.succeeds(second) or second.succeeds(first)) and not _overlap_in_time(one.scope, other.scope):
        return False
    return contradict(one, other) and _comparable_circumstances(one, other)


def _same_matter(one: Fact, other: Fact) -> bool:
    return fold(one.attribute) == fold(other.attribute) and fold(one.subject) == fold(other.subject)


def _scopes_meet(one: Scope, other: Scope) -> bool:
    """Return whether some case falls under both; the version is no restriction, it is what is compared."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in PLACES)
    return all(a is None or b is None or fold(a) == fold(b) for a, b in pairs)


def _overlap_in_time(one: Scope, other: Scope) -> bool:
    first = max(one.valid_from or date.min, other.valid_from or date.min)
    last = min(one.valid_to or date.max, other.valid_to or date.max)
    return first <= last


def _comparable_circumstances(one: Fact, other: Fact) -> bool:
    if one.document_id != other.document_id:
        mine, theirs = circumstances(one), circumstances(other)
        return mine.tell_their_own_case and theirs.tell_their_own_case and mine.meet(theirs)
    measured = one.quantity is not None or other.quantity is not None
    return measured and not _told_together(one, other) and _equal(circumstances(one), circumstances(other))


def _told_together(one: Fact, other: Fact) -> bool:
    """Tell rows of tables, which differ in some key on purpose, and values of one sentence or list."""
    if one.rule == other.rule:
        return one.rule == "table" or one.chunk_id == other.chunk_id
    near = one.quote_start < other.quote_end and other.quote_start < one.quote_end
    return one.chunk_id == other.chunk_id and near


def _equal(one: Circumstances, other: Circumstances) -> bool:
    """One document may state a rule and its exceptions, so only equal circumstances make a contradiction in it."""
    return one == other and one.tell_their_own_case
