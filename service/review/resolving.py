"""A person settles a contradiction: one fact holds, or both do."""

from dataclasses import replace
from datetime import UTC, datetime

from core.conflict import Conflict, Outcome
from core.errors import Conflict as Contradiction
from core.errors import InvalidInput
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from service.access.trail import note
from service.review.facts import Reviewer, fact_named
from service.review.settling import settle_facts
from store import conflicts as conflict_store
from store import fact_events, supersession
from store.session import Session
from store.supersession import Supersession


def resolve(
    session: Session, kb: KnowledgeBase, conflict_id: str, winner_id: str | None, reviewer: Reviewer
) -> Conflict:
    """Let the fact with ``winner_id`` hold and the other give way; ``None`` says that both hold.

    A person's word counts before every rule and may be changed by another word.

    Raises:
        NotFound: There is no such conflict.
        InvalidInput: The winner is none of its two facts.
        Conflict: The winner was rejected.
    """
    conflict = conflict_store.get(session, kb.id, conflict_id)
    outcome = _outcome(conflict, winner_id)
    sides = [fact_named(session, kb, name) for name in (conflict.left_id, conflict.right_id)]
    _check(sides, winner_id)
    supersession.release(session, kb.id, _given_way(session, kb, conflict))
    now = datetime.now(UTC)
    decided = replace(
        conflict, outcome=outcome, rule="person", decided_by=reviewer.name, decided_at=now, note=reviewer.note
    )
    conflict_store.put(session, kb.id, [decided])
    if decided.loser_id and decided.winner_id:
        loss = Supersession(decided.loser_id, decided.winner_id, "person")
        supersession.supersede(session, kb.id, [loss])
    settle_facts(session, kb, [conflict.left_id, conflict.right_id])
    _remember(session, kb, decided, sides, reviewer)
    note(session, "resolve", "conflict", conflict_id, kb=kb.name, by=reviewer.name, winner=winner_id)
    return conflict_store.get(session, kb.id, conflict_id)


def _outcome(conflict: Conflict, winner_id: str | None) -> Outcome:
    if winner_id is None:
        return "both"
    if winner_id == conflict.left_id:
        return "left"
    if winner_id == conflict.right_id:
        return "right"
    raise InvalidInput(
        f"{winner_id} is none of the two facts",
        place="winner",
        advice=f"name {conflict.left_id} or {conflict.right_id}, or say that both hold",
    )


def _check(sides: list[Fact], winner_id: str | None) -> None:
    for fact in sides:
        if fact.id == winner_id and fact.state == "rejected":
            raise Contradiction("a rejected fact cannot hold", place=fact.id, advice="approve it first")


def _given_way(session: Session, kb: KnowledgeBase, conflict: Conflict) -> list[str]:
    """Return which of the two has given way to the other before, and the winner-to-be whatever it gave way to."""
    both = {conflict.left_id, conflict.right_id}
    found = supersession.of_losers(session, kb.id, both)
    return [name for name, item in found.items() if item.winner_id in both]


def _remember(session: Session, kb: KnowledgeBase, decided: Conflict, sides: list[Fact], reviewer: Reviewer) -> None:
    more = {"conflict": decided.id, "outcome": decided.outcome}
    for before in sides:
        after = fact_named(session, kb, before.id)
        fact_events.add(session, kb.id, "resolve", reviewer.name, before, after, note=reviewer.note, more=more)
