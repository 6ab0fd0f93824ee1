"""Questions drafted from the facts of a knowledge base, each with a gold that is known to hold."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from core.chunk import Chunk
from core.fact import Fact
from core.identity import content_hash
from core.text import fold
from evals.drafting.column import column_of, gold_words
from evals.drafting.made import Made
from evals.drafting.material import Material
from evals.drafting.question import question_of
from evals.drafting.wording import Unaskable
from evals.layers.holding import Holding, Shelf
from evals.places import at_place
from evals.suite import Case, Gold, GoldFact

DRAFT = "draft"
_LONGEST_VALUE = 40


def draft_from_facts(material: Material, shelf: Shelf, count: int, seed: int, left_out: Counter[str]) -> Iterator[Made]:
    """Yield up to ``count`` questions, spread over documents and attributes, the same ones for the same ``seed``.

    A fact whose words cannot be found again in one block and one chunk is left out: it would look like a lost layer.

    Args:
        material: The facts.
        shelf: Documents of the same knowledge base.
        count: How many questions at most.
        seed: Another one draws other facts and words.
        left_out: Counts why facts were left out.
    """
    made, asked = 0, set[str]()
    for fact in _spread(material.facts, seed):
        if made >= count:
            return
        try:
            made_of = _made(fact, material, f"D{made + 1:03}", f"{seed}:{fact.id}")
        except Unaskable as reason:
            left_out[str(reason)] += 1
            continue
        question = fold(made_of.case.question)
        if question in asked:
            continue
        if not _holds(shelf.holding(made_of.case)):
            left_out["its words were not found again in one place"] += 1
            continue
        asked.add(question)
        made += 1
        yield made_of


def _spread(facts: Iterable[Fact], seed: int) -> Iterator[Fact]:
    """Yield facts so that every document and attribute has its turn, surer facts first within each."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (-fact.confidence, _draw(fact.id, seed))):
        groups[fact.document_id, fact.attribute].append(fact)
    ordered = sorted(groups.values(), key=lambda group: _draw(group[0].id, seed))
    for turn in zip_longest(*ordered):
        yield from (fact for fact in turn if fact is not None)


def _draw(name: str, seed: int) -> str:
    return content_hash(f"{seed}:{name}")


def _made(fact: Fact, material: Material, name: str, draw: str) -> Made:
    chunk, source = material.chunks[fact.chunk_id], material.sources[fact.document_id]
    if len(fact.value) > _LONGEST_VALUE or not (fact.subject.strip() and fact.attribute.strip()):
        raise Unaskable("its value is a text, or it has no name")
    column = column_of(fact, chunk, material.spellings)
    wording = question_of(fact, material, column, draw)
    words = gold_words(fact, chunk, column)
    if words is None:
        raise Unaskable("its column or row was not found in the table")
    gold = Gold(source.source_name, anchor_of(chunk, fact))
    if not at_place(chunk, source.source_name, [gold]):
        raise Unaskable("its words were not found again in one place")
    kind = "condition" if wording.conditional else "lookup"
    named = GoldFact(fact.subject, fact.attribute, fact.value)
    case = Case(name, wording.question, kind, (fact.value,), (gold,), (words,), (named,), (DRAFT,))
    return Made(case, fact.subject, wording.words)


def anchor_of(chunk: Chunk, fact: Fact | None = None) -> str:
    """Return words that lead a person to the place: a record's id, a row's name, the innermost heading, or its text."""
    if chunk.kind == "record" and chunk.fields:
        return chunk.fields[0][1]
    if chunk.table is not None and fact is not None and fold(fact.subject) in fold(chunk.text):
        return fact.subject
    return chunk.heading_path[-1] if chunk.heading_path else chunk.text.strip()[:20]


def _holds(holding: Holding) -> bool:
    return not (holding.missing or holding.unparsed or holding.cut or holding.held)
