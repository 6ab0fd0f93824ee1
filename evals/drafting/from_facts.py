"""Questions drafted from the facts of a knowledge base, each with a gold that is known to hold."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from core.chunk import Chunk
from core.fact import Fact
from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.drafting.question import absent_question, question_of
from evals.layers.holding import Holding, Shelf
from evals.places import at_place
from evals.suite import Case, Gold, GoldFact
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store.facts import FactFilter
from store.session import Session

DRAFT = "draft"
_MOST_FACTS = 20_000
_LONGEST_VALUE = 40
_ABSENT_SHARE = 10


def draft_from_facts(session: Session, kb: KnowledgeBase, count: int = 50) -> tuple[Case, ...]:
    """Return up to ``count`` questions, spread over documents and attributes, the same ones for the same facts.

    About one in ten asks for what the documents do not say. A fact whose words cannot be found again in one block and
    one chunk is left out: it would look like a lost layer.
    """
    facts = [fact for fact in fact_store.select(session, kb.id, FactFilter(limit=_MOST_FACTS)) if _usable(fact)]
    absent = tuple(_absent(session, kb, facts, count // _ABSENT_SHARE))
    shelf = Shelf(session, kb)
    found: list[Case] = []
    for fact in _spread(facts):
        if len(found) >= count - len(absent):
            break
        case = _case(session, kb, fact, f"D{len(found) + 1:03}")
        if case is not None and _holds(shelf.holding(case)):
            found.append(case)
    return (*found, *absent)


def _usable(fact: Fact) -> bool:
    return len(fact.value) <= _LONGEST_VALUE and bool(fact.subject.strip() and fact.attribute.strip())


def _spread(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield facts so that every document and attribute has its turn, surer facts first within each."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (-fact.confidence, _draw(fact.id))):
        groups[fact.document_id, fact.attribute].append(fact)
    ordered = sorted(groups.values(), key=lambda group: _draw(group[0].id))
    for turn in zip_longest(*ordered):
        yield from (fact for fact in turn if fact is not None)


def _draw(name: str) -> str:
    return content_hash(name)


def _case(session: Session, kb: KnowledgeBase, fact: Fact, name: str) -> Case | None:
    chunk = chunk_store.by_ids(session, kb.id, [fact.chunk_id]).get(fact.chunk_id)
    source = document_store.sources(session, kb.id, [fact.document_id]).get(fact.document_id)
    if chunk is None or source is None or source.superseded or chunk.needs_review:
        return None
    gold = Gold(source.source_name, anchor_of(chunk, fact))
    if not at_place(chunk, source.source_name, [gold]):
        return None
    kind = "condition" if fact.conditions else "lookup"
    named = GoldFact(fact.subject, fact.attribute, fact.value)
    return Case(name, question_of(fact), kind, (fact.value,), (gold,), (_words(chunk, fact),), (named,), (DRAFT,))


def anchor_of(chunk: Chunk, fact: Fact | None = None) -> str:
    """Return words that lead a person to the place: a record's id, a row's name, the innermost heading, or its text."""
    if chunk.kind == "record" and chunk.fields:
        return chunk.fields[0][1]
    if chunk.table is not None and fact is not None and fold(fact.subject) in fold(chunk.text):
        return fact.subject
    return chunk.heading_path[-1] if chunk.heading_path else chunk.text.strip()[:20]


def _words(chunk: Chunk, fact: Fact) -> tuple[str, ...]:
    """Return what must stand together: the names and the value where they stand in the table, else the quote."""
    if chunk.table is None:
        return (fact.quote,)
    parts = (fact.attribute, fact.subject, fact.value)
    return tuple(part for part in parts if fold(part) in fold(chunk.text))


def _holds(holding: Holding) -> bool:
    return not (holding.missing or holding.unparsed or holding.cut or holding.held)


def _absent(session: Session, kb: KnowledgeBase, facts: Sequence[Fact], count: int) -> Iterator[Case]:
    """Yield questions for an attribute of other subjects that no chunk speaks of together with this subject."""
    attributes = sorted({fact.attribute for fact in facts}, key=_draw)
    of_subject: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        of_subject[fact.subject].append(fact)
    made = 0
    for place, subject in enumerate(sorted(of_subject, key=_draw)):
        if made >= count or not attributes:
            return
        attribute = attributes[place % len(attributes)]
        if _spoken_of(session, kb, of_subject[subject], attribute):
            continue
        made += 1
        yield Case(f"N{made:03}", absent_question(subject, attribute), "absent", (), (), tags=(DRAFT,))


def _spoken_of(session: Session, kb: KnowledgeBase, facts: Sequence[Fact], attribute: str) -> bool:
    documents = {fact.document_id for fact in facts}
    chunks = (chunk for document in documents for chunk in chunk_store.of_document(session, kb.id, document))
    texts = (fold(" ".join((*chunk.heading_path, chunk.text))) for chunk in chunks)
    return any(fold(attribute) in text for text in texts) or any(fact.attribute == attribute for fact in facts)
