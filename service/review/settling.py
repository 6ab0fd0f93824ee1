"""Keeping contradictions settled: found when facts come or go, decided by rule where a rule decides.

All of it happens in the transaction of the change itself, so that no answer ever sees one without the other.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations

from core.conflict import Conflict, Outcome
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from extraction.conflicts import Loss, clashes, listed, losses
from service.review.rules import rules_of
from store import conflicts as conflict_store
from store import facts as fact_store
from store import supersession
from store.session import Session
from store.sources import standings
from store.supersession import Supersession

MOST_ON_ONE_TOPIC = 200
_BATCH = 500
_BY_PERSON = ("person", "merged")
Pair = tuple[Fact, Fact]


@dataclass(frozen=True, slots=True)
class Settled:
    """What settling did: contradictions that stand, and topics of which only the first facts were compared."""

    conflicts: int = 0
    open: int = 0
    crowded: tuple[str, ...] = ()

    def __add__(self, other: "Settled") -> "Settled":
        return Settled(self.conflicts + other.conflicts, self.open + other.open, self.crowded + other.crowded)


@contextmanager
def settled_chunks(session: Session, kb: KnowledgeBase, chunk_ids: Collection[str]) -> Iterator[list[Settled]]:
    """Settle what changes while the block puts other facts into these chunks; the list then holds the result."""
    ids = [fact.id for fact in fact_store.by_chunks(session, kb.id, chunk_ids, None)]
    given_way = set(supersession.of_winners(session, kb.id, ids)) - set(ids)
    result: list[Settled] = []
    yield result
    touched = {fact.id for fact in fact_store.by_chunks(session, kb.id, chunk_ids, None)}
    result.append(settle_facts(session, kb, touched | given_way))


@contextmanager
def settled_document(session: Session, kb: KnowledgeBase, document_id: str) -> Iterator[None]:
    """Settle what changes while the block replaces or deletes a document: what gave way to it may come back."""
    given_way = supersession.of_documents_winners(session, kb.id, document_id)
    yield
    settle_facts(session, kb, given_way)


def warnings_of(results: Iterable[Settled], known: Collection[str] = ()) -> list[str]:
    """Return one warning for each topic too common to compare all its facts, those in ``known`` aside."""
    words = "more than {0} facts speak of {1}: conflicts were looked for among the first {0} only"
    found = {words.format(MOST_ON_ONE_TOPIC, topic) for result in results for topic in result.crowded}
    return sorted(found - set(known))


def settle_facts(session: Session, kb: KnowledgeBase, fact_ids: Collection[str]) -> Settled:
    """Find and decide the contradictions of these facts with any other of the knowledge base."""
    if not fact_ids:
        return Settled()
    topics = conflict_store.topics_of_facts(session, kb.id, fact_ids)
    return _settle(session, kb, topics, set(fact_ids))


def settle_all(session: Session, kb: KnowledgeBase) -> Settled:
    """Compare all facts with each other anew: after rules were changed, or a new version has come into force."""
    total, last = Settled(), ""
    while topics := conflict_store.topics_told_twice(session, kb.id, last, _BATCH):
        total += _settle(session, kb, topics, None)
        last = topics[-1]
    return total


def _settle(session: Session, kb: KnowledgeBase, topics: Sequence[str], touched: set[str] | None) -> Settled:
    return _Settling(session, kb, topics).run(touched)


class _Settling:
    """All facts on some topics, with what is known of their contradictions so far."""

    def __init__(self, session: Session, kb: KnowledgeBase, topics: Sequence[str]) -> None:
        told = conflict_store.facts_on(session, kb.id, topics, MOST_ON_ONE_TOPIC + 1).values()
        self._session, self._kb = session, kb
        crowded = [group for group in told if len(group) > MOST_ON_ONE_TOPIC]
        self._crowded = tuple(map(_name, crowded))
        # Of these topics some facts were not read, which may still overrule others.
        self._unsure = {fact.id for group in crowded for fact in group}
        self._groups = [group[:MOST_ON_ONE_TOPIC] for group in told]
        self._facts = {fact.id: fact for group in self._groups for fact in group}
        self._known = {_key(item): item for item in conflict_store.of_facts(session, kb.id, self._facts)}
        self._standings = standings(session, kb.id, {fact.document_id for fact in self._facts.values()})
        self._given_way = supersession.of_losers(session, kb.id, self._facts)

    def run(self, touched: set[str] | None) -> Settled:
        pairs = [pair for group in self._groups for pair in self._clashing(group, touched)]
        settled = {item.loser_id for item in self._given_way.values() if item.rule in _BY_PERSON}
        undecided = [pair for pair in pairs if not self._decided_by_person(pair)]
        lost = losses(undecided, self._standings, rules_of(self._kb), settled)
        self._give_way(lost)
        self._note(undecided, lost)
        self._forget({_key_of(pair) for pair in pairs})
        gone = {*settled, *(loss.loser_id for loss in lost)}
        return Settled(len(pairs), sum(not {one.id, other.id} & gone for one, other in undecided), self._crowded)

    def _clashing(self, group: Sequence[Fact], touched: set[str] | None) -> Iterator[Pair]:
        """Compare a touched fact with all others, and again those that contradicted each other before."""
        together = listed(group)
        for one, other in combinations([fact for fact in group if fact.id not in together], 2):
            new = touched is None or one.id in touched or other.id in touched
            if (new or _key_of((one, other)) in self._known) and self._clash(one, other):
                yield one, other

    def _clash(self, one: Fact, other: Fact) -> bool:
        first, second = self._standings.get(one.document_id), self._standings.get(other.document_id)
        return first is not None and second is not None and clashes(one, other, first, second)

    def _decided_by_person(self, pair: Pair) -> bool:
        known = self._known.get(_key_of(pair))
        return known is not None and known.rule == "person"

    def _give_way(self, lost: Sequence[Loss]) -> None:
        wanted: dict[str, Supersession] = {}
        for loss in lost:
            wanted.setdefault(loss.loser_id, Supersession(loss.loser_id, loss.winner_id, loss.rule))
        by_rule = {name: item for name, item in self._given_way.items() if item.rule not in _BY_PERSON}
        freed = [
            name for name, item in by_rule.items() if name not in wanted and self._known_well(name, item.winner_id)
        ]
        supersession.release(self._session, self._kb.id, freed)
        changed = [item for name, item in wanted.items() if by_rule.get(name) != item]
        supersession.supersede(self._session, self._kb.id, changed)

    def _note(self, undecided: Sequence[Pair], lost: Sequence[Loss]) -> None:
        decided = {frozenset((loss.loser_id, loss.winner_id)): loss for loss in lost}
        items = [_conflict(pair, decided.get(_key_of(pair))) for pair in undecided]
        conflict_store.put(self._session, self._kb.id, [item for item in items if self._says_something_new(item)])

    def _says_something_new(self, item: Conflict) -> bool:
        before = self._known.get(_key(item))
        return before is None or (before.outcome, before.rule) != (item.outcome, item.rule)

    def _forget(self, standing: set[frozenset[str]]) -> None:
        """Remove what is no contradiction any more; what a person decided of it stays on record."""
        over = [
            item.id
            for key, item in self._known.items()
            if key not in standing and item.rule != "person" and key <= self._facts.keys()
        ]
        conflict_store.remove(self._session, self._kb.id, over)

    def _known_well(self, *fact_ids: str) -> bool:
        """Return whether these facts were compared, or would have been if they still counted."""
        return self._facts.keys() >= set(fact_ids) or self._unsure.isdisjoint(fact_ids)


def _conflict(pair: Pair, loss: Loss | None) -> Conflict:
    found = conflict_store.conflict_of(pair[0].id, pair[1].id)
    if loss is None:
        return found
    outcome: Outcome = "left" if loss.winner_id == found.left_id else "right"
    return replace(found, outcome=outcome, rule=loss.rule, decided_by="rule", decided_at=datetime.now(UTC))


def _key(conflict: Conflict) -> frozenset[str]:
    return frozenset((conflict.left_id, conflict.right_id))


def _key_of(pair: Pair) -> frozenset[str]:
    return frozenset((pair[0].id, pair[1].id))


def _name(group: Sequence[Fact]) -> str:
    return f"{group[0].subject} / {group[0].attribute}"
