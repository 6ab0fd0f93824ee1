"""The review queue and its entries, as every door shows them."""

from collections.abc import Sequence

from core.conflict import Conflict
from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.review import REASONS, ReviewReason
from core.settings import Settings
from service.review.facts import chunk_of, fact_named
from service.views.chunk import chunk_view
from service.views.conversion import view
from service.views.fact import fact_view
from service.views.review import (
    ConflictList,
    ConflictView,
    EventList,
    EventView,
    FactDetail,
    ReviewPage,
    WaitingView,
)
from store import conflicts as conflict_store
from store import documents as document_store
from store import fact_events, supersession
from store import facts as fact_store
from store.review_queue import ReviewQueue
from store.session import Session

MOST = 1000


def queue_of(kb: KnowledgeBase, settings: Settings, reasons: Sequence[str] = ()) -> ReviewQueue:
    """Return the queue of ``kb``, or of the facts in it that wait for one of ``reasons``.

    Raises:
        InvalidInput: There is no such reason.
    """
    wanted: list[ReviewReason] = [name for name in REASONS if name in reasons]
    for name in reasons:
        if name not in REASONS:
            raise InvalidInput(f"{name!r} is no reason", place="reason", advice=f"use {', '.join(REASONS)}")
    return ReviewQueue(kb.id, settings.review_sample_rate, settings.review_confidence, wanted)


def review_page(
    session: Session,
    kb: KnowledgeBase,
    settings: Settings,
    reasons: Sequence[str] = (),
    after: str | None = None,
    limit: int = 50,
) -> ReviewPage:
    """Return one page of the queue.

    Raises:
        InvalidInput: A reason is unknown, the limit out of range, or ``after`` no ``next`` of a page.
    """
    _check_limit(limit)
    found = queue_of(kb, settings, reasons).page(session, after, limit)
    sources = document_store.sources(session, kb.id, {item.fact.document_id for item in found.items})
    items = [
        WaitingView(fact_view(item.fact), list(item.reasons), sources[item.fact.document_id].source_name)
        for item in found.items
    ]
    return ReviewPage(items, found.total, found.next)


def fact_detail(session: Session, kb: KnowledgeBase, settings: Settings, fact_id: str) -> FactDetail:
    """Return a fact with the chunk it was read from, what it contradicts, what it gave way to, and its history.

    Raises:
        NotFound: There is no such fact.
    """
    fact = fact_named(session, kb, fact_id)
    given_way = supersession.of_losers(session, kb.id, [fact.id]).get(fact.id)
    source = document_store.sources(session, kb.id, [fact.document_id])[fact.document_id]
    return FactDetail(
        fact=fact_view(fact),
        document=source.source_name,
        chunk=chunk_view(chunk_of(session, kb, fact)),
        reasons=list(queue_of(kb, settings).reasons_of(session, fact.id)),
        superseded_by=given_way.winner_id if given_way else None,
        superseded_rule=given_way.rule if given_way else None,
        replaces=sorted(supersession.of_winners(session, kb.id, [fact.id])),
        conflicts=[item.id for item in conflict_store.of_facts(session, kb.id, [fact.id])],
        events=event_list(session, kb, fact_id).events,
    )


def event_list(session: Session, kb: KnowledgeBase, fact_id: str) -> EventList:
    """Return the history of a fact; it is kept after the fact is gone, as long as its document is there.

    Raises:
        NotFound: There is neither such a fact nor a history of one.
    """
    found = fact_events.of_fact(session, kb.id, fact_id)
    if not found:
        fact_named(session, kb, fact_id)
    return EventList(fact_id, [view(event, EventView) for event in found])


def conflict_page(
    session: Session, kb: KnowledgeBase, state: str = "open", after: str | None = None, limit: int = 50
) -> ConflictList:
    """Return one page of contradictions: ``open``, ``resolved`` or ``all``.

    Raises:
        InvalidInput: The state is unknown, or the limit out of range.
    """
    _check_limit(limit)
    states = {"open": "open", "resolved": "resolved", "all": None}
    if state not in states:
        raise InvalidInput(f"{state!r} is no state of a conflict", place="state", advice="use open, resolved or all")
    found = conflict_store.page(session, kb.id, states[state], after, limit)  # type: ignore[arg-type]
    return ConflictList(_conflict_views(session, kb, found.conflicts), found.total, found.next)


def conflict_view(session: Session, kb: KnowledgeBase, conflict_id: str) -> ConflictView:
    """Return one contradiction with both facts.

    Raises:
        NotFound: There is none with this id.
    """
    (shown,) = _conflict_views(session, kb, [conflict_store.get(session, kb.id, conflict_id)])
    return shown


def _conflict_views(session: Session, kb: KnowledgeBase, conflicts: Sequence[Conflict]) -> list[ConflictView]:
    sides = fact_store.by_ids(session, kb.id, {name for item in conflicts for name in (item.left_id, item.right_id)})
    sources = document_store.sources(session, kb.id, {fact.document_id for fact in sides.values()})
    return [
        view(
            item,
            ConflictView,
            state="open" if item.open else "resolved",
            left=fact_view(sides[item.left_id]),
            right=fact_view(sides[item.right_id]),
            left_document=sources[sides[item.left_id].document_id].source_name,
            right_document=sources[sides[item.right_id].document_id].source_name,
            winner=item.winner_id,
        )
        for item in conflicts
    ]


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"a page has 1 to {MOST} entries", place="limit")
