"""Correcting a fact: what a person says in its place is a fact of its own, and the one read from the text is rejected.

So the text can be read again without undoing the correction, and both stand side by side in the history.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import InvalidInput
from core.fact import Condition, Fact
from core.identity import stable_id
from core.knowledge_base import KnowledgeBase
from core.quantity import find, parse
from core.settings import Settings
from core.text import fold
from service.access.trail import note
from service.names import naming_of
from service.review.decisions import record, withdraw
from service.review.facts import Reviewer, chunk_of, fact_named
from service.review.proposals import Proposal, propose_names
from service.review.settling import settle_facts
from store import fact_events
from store import facts as fact_store
from store.fact_keys import statement_of
from store.session import Session

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Correction:
    """What is right; ``None`` leaves a part as it is.

    ``quote`` is another place of the same chunk that holds the value. ``source_wrong`` says that the document itself
    is wrong: then the quote need not hold the value.
    """

    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    conditions: tuple[str, ...] | None = None
    quote: str | None = None
    source_wrong: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """The fact that stands now, the one it replaces, and the names proposed as synonyms."""

    fact: Fact
    replaced: Fact
    proposals: tuple[Proposal, ...] = ()


def correct(
    session: Session, kb: KnowledgeBase, settings: Settings, fact_id: str, wanted: Correction, reviewer: Reviewer
) -> Corrected:
    """Put a person's fact in the place of the one with ``fact_id``.

    Raises:
        NotFound: There is no such fact.
        InvalidInput: Nothing is changed, a name is empty or unknown to a controlled knowledge base, or the value
            does not stand in the quote.
    """
    before = fact_named(session, kb, fact_id)
    after = _corrected(session, kb, before, wanted)
    if statement_of(after) == statement_of(before) and after.quote == before.quote:
        raise InvalidInput("the correction changes nothing", place=fact_id, advice="approve the fact instead")
    freed = withdraw(session, kb, before)
    record(session, kb, settings, before, "corrected", reviewer, target_id=after.id)
    fact_store.save(session, kb.id, [after])
    record(session, kb, settings, after, "approved", reviewer)
    if after.id != before.id:
        fact_store.set_state(session, kb.id, [before.id], "rejected")
        rejected = fact_named(session, kb, before.id)
        to = {"corrected_to": after.id}
        fact_events.add(session, kb.id, "correct", reviewer.name, before, rejected, note=reviewer.note, more=to)
    more = {"corrects": before.id, "source_wrong": wanted.source_wrong}
    fact_events.add(session, kb.id, "create", reviewer.name, None, after, note=reviewer.note, more=more)
    note(session, "correct", "fact", before.id, kb=kb.name, by=reviewer.name, to=after.id)
    proposals = propose_names(session, kb, before, after)
    settle_facts(session, kb, {after.id, *freed})
    return Corrected(fact_named(session, kb, after.id), fact_named(session, kb, before.id), proposals)


def _corrected(session: Session, kb: KnowledgeBase, fact: Fact, wanted: Correction) -> Fact:
    value = _worded("value", fact.value if wanted.value is None else wanted.value)
    named = replace(
        fact,
        subject=_subject(session, kb, fact, wanted),
        attribute=_attribute(session, kb, fact, wanted),
        value=value,
        quantity=fact.quantity if value == fact.value else parse(value),
        conditions=fact.conditions if wanted.conditions is None else _conditions(fact, wanted.conditions),
        origin="person",
        rule="",
        confidence=1.0,
        state="approved",
    )
    placed = _placed(session, kb, named, wanted)
    return replace(placed, id=stable_id("fct", "person", statement_of(placed)))


def _placed(session: Session, kb: KnowledgeBase, fact: Fact, wanted: Correction) -> Fact:
    """Move the fact to the quote that is named, and check that the value stands there."""
    if wanted.quote is not None and wanted.quote != fact.quote:
        text = chunk_of(session, kb, fact).text
        start = text.find(wanted.quote)
        if not wanted.quote.strip() or start < 0:
            raise InvalidInput(
                "the quote is not in the chunk", place="quote", advice="copy it from the chunk's text, letter by letter"
            )
        fact = replace(fact, quote=wanted.quote, quote_start=start, quote_end=start + len(wanted.quote))
    if not wanted.source_wrong and fact.value not in fact.quote.replace("\\|", "|"):
        raise InvalidInput(
            f"{fact.value!r} does not stand in the quote {fact.quote[:80]!r}",
            place="value",
            advice="write it as the quote does, name another quote of the chunk, or say that the source is wrong",
        )
    return fact


def _subject(session: Session, kb: KnowledgeBase, fact: Fact, wanted: Correction) -> str:
    if wanted.subject is None:
        return fact.subject
    name = _worded("subject", wanted.subject)
    return naming_of(session, kb)[0].subjects.get(fold(name), name)


def _attribute(session: Session, kb: KnowledgeBase, fact: Fact, wanted: Correction) -> str:
    if wanted.attribute is None:
        return fact.attribute
    name = _worded("attribute", wanted.attribute)
    naming, _ = naming_of(session, kb)
    known = naming.attributes.get(fold(name))
    if known is None and naming.controlled:
        raise InvalidInput(
            f"{name!r} is not in the vocabulary of this knowledge base",
            place="attribute",
            advice="use a name of the vocabulary, or add this one to it first",
        )
    return known or name


def _conditions(fact: Fact, texts: Sequence[str]) -> tuple[Condition, ...]:
    """Return conditions in these words; one that was there before is kept as it was read."""
    before = {fold(condition.text): condition for condition in fact.conditions}
    worded = [_worded("condition", text) for text in texts]
    return tuple(before.get(fold(text)) or _condition(text) for text in worded)


def _condition(text: str) -> Condition:
    quantity = parse(text)
    if quantity is not None:
        return Condition(text, quantity=quantity)
    found = find(text)
    if len(found) != 1:
        return Condition(text)
    return Condition(text, text[: found[0].start].strip(), found[0].quantity)


def _worded(place: str, text: str) -> str:
    words = text.strip()
    if not words or len(words) > _LONGEST:
        raise InvalidInput(f"the {place} has 1 to {_LONGEST} characters", place=place)
    return words
