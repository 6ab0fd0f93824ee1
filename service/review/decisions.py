"""What a person may do with a fact: approve, reject, merge. Each is one step of the fact's history."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Conflict, InvalidInput
from core.fact import Fact, FactState
from core.knowledge_base import KnowledgeBase
from core.review import Decision, Verdict
from core.settings import Settings
from extraction.conflicts import same_value
from service.access.trail import note
from service.review.facts import Reviewer, fact_named
from service.review.proposals import Proposal, propose_names
from service.review.settling import settle_facts
from store import conflicts as conflict_store
from store import fact_events, reviews, supersession
from store import facts as fact_store
from store.fact_keys import draw_of, statement_of
from store.session import Session
from store.supersession import Supersession


@dataclass(frozen=True, slots=True)
class Merged:
    """The fact that was kept, those that now give way to it, and the names proposed as synonyms."""

    fact: Fact
    others: tuple[Fact, ...]
    proposals: tuple[Proposal, ...] = ()


def approve(session: Session, kb: KnowledgeBase, settings: Settings, fact_id: str, reviewer: Reviewer) -> Fact:
    """Approve a fact: it is served as exact from an approved fact. Doing so twice changes nothing.

    Raises:
        NotFound: There is no such fact.
    """
    return _decide(session, kb, settings, fact_named(session, kb, fact_id), "approved", reviewer)


def reject(session: Session, kb: KnowledgeBase, settings: Settings, fact_id: str, reviewer: Reviewer) -> Fact:
    """Reject a fact: it never answers, and what had given way to it comes back.

    Raises:
        NotFound: There is no such fact.
    """
    fact = fact_named(session, kb, fact_id)
    freed = withdraw(session, kb, fact)
    rejected = _decide(session, kb, settings, fact, "rejected", reviewer)
    settle_facts(session, kb, freed)
    return rejected


def merge(
    session: Session, kb: KnowledgeBase, settings: Settings, keep_id: str, others: Sequence[str], reviewer: Reviewer
) -> Merged:
    """Merge facts that say the same into the one with ``keep_id``; the others stay as links and answer no more.

    Raises:
        NotFound: There is no such fact.
        InvalidInput: No other fact is named, or one states another value.
        Conflict: The fact to keep is not live.
    """
    kept = fact_named(session, kb, keep_id)
    found = [fact_named(session, kb, fact_id) for fact_id in dict.fromkeys(others)]
    _check(kept, found)
    freed = {name for fact in found for name in withdraw(session, kb, fact)}
    gone = [Supersession(fact.id, kept.id, "merged") for fact in found]
    supersession.supersede(session, kb.id, gone)
    for fact in found:
        record(session, kb, settings, fact, "merged", reviewer, target_id=kept.id)
        after = fact_named(session, kb, fact.id)
        fact_events.add(
            session, kb.id, "merge", reviewer.name, fact, after, note=reviewer.note, more={"merged_into": kept.id}
        )
    note(session, "merge", "fact", kept.id, kb=kb.name, by=reviewer.name, others=[fact.id for fact in found])
    proposals = tuple(proposal for fact in found for proposal in propose_names(session, kb, fact, kept))
    settle_facts(session, kb, {kept.id, *freed})
    return Merged(
        fact_named(session, kb, kept.id), tuple(fact_named(session, kb, fact.id) for fact in found), proposals
    )


def withdraw(session: Session, kb: KnowledgeBase, fact: Fact) -> list[str]:
    """Take a fact out of all it won and lost before its state changes; return what comes back for it."""
    freed = list(supersession.of_winners(session, kb.id, [fact.id]))
    supersession.release(session, kb.id, [*freed, fact.id])
    own = conflict_store.of_facts(session, kb.id, [fact.id])
    void = [conflict_store.conflict_of(item.left_id, item.right_id) for item in own if item.winner_id == fact.id]
    conflict_store.put(session, kb.id, void)
    return freed


def record(
    session: Session,
    kb: KnowledgeBase,
    settings: Settings,
    fact: Fact,
    verdict: Verdict,
    reviewer: Reviewer,
    target_id: str | None = None,
) -> None:
    """Keep the decision by what the fact says, so that it outlives reading the chunk again."""
    sampled = draw_of(statement_of(fact)) < settings.review_sample_rate
    reviews.record(
        session, kb.id, [Decision(fact, verdict, reviewer.name, sampled, target_id=target_id, note=reviewer.note)]
    )


def _decide(
    session: Session, kb: KnowledgeBase, settings: Settings, fact: Fact, state: FactState, reviewer: Reviewer
) -> Fact:
    verdict: Verdict = "approved" if state == "approved" else "rejected"
    before = fact_named(session, kb, fact.id)
    fact_store.set_state(session, kb.id, [fact.id], state)
    record(session, kb, settings, fact, verdict, reviewer)
    if state == "approved":
        settle_facts(session, kb, [fact.id])
    after = fact_named(session, kb, fact.id)
    action = "approve" if state == "approved" else "reject"
    note(session, action, "fact", fact.id, kb=kb.name, by=reviewer.name)
    if (fact.state, before.state) != (after.state, after.state) or after.state == "superseded":
        fact_events.add(session, kb.id, action, reviewer.name, fact, after, note=reviewer.note)
    return after


def _check(kept: Fact, others: Sequence[Fact]) -> None:
    if kept.state not in fact_store.LIVE:
        raise Conflict(
            f"the fact to keep is {kept.state}", place=kept.id, advice="approve it first, or keep another one"
        )
    if not others or any(fact.id == kept.id for fact in others):
        raise InvalidInput("a merge names other facts than the one to keep", place=kept.id)
    for fact in others:
        if not same_value(kept, fact):
            raise InvalidInput(
                f"{fact.value!r} is another value than {kept.value!r}",
                place=fact.id,
                advice="correct one of them, or resolve their conflict",
            )
