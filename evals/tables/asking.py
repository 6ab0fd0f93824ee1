"""Asking the questions of a knowledge base of tables, and scoring what the search finds."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from core.fact import Fact
from core.text import fold
from evals.facts.table_facts import plain
from evals.tables.question import TableQuestion
from retrieval.findings import Findings

Search = Callable[[str, Collection[str] | None], Findings]
Trial = Callable[[Findings], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Result:
    """One question, asked twice: of all tables, and of its own alone.

    ``rank`` is that of its table among the documents of the passages (1 is first), ``None`` when it is not found;
    ``twins`` are other tables that hold the names of the gold cell as well; ``first_document`` is the first passage's.
    ``matches`` are the facts of its own table, best first. ``alike`` are the twins that no word of the question tells
    from its table. ``tried`` maps other ways to rank, where they were asked for, to the document each puts first;
    ``document`` is its own.
    """

    question: TableQuestion
    type: str
    rank: int | None
    first_document: str
    twins: frozenset[str]
    matches: tuple[Fact, ...]
    alike: frozenset[str] = frozenset()
    tried: Mapping[str, str] = field(default_factory=dict)
    document: str = ""

    @property
    def table_right(self) -> bool:
        return self.rank == 1

    @property
    def table_or_twin(self) -> bool:
        return self.table_right or self.first_document in self.twins

    @property
    def cells_right(self) -> bool:
        """Whether the first facts are the gold cells: one fact for one cell, as many as there are for several."""
        gold = gold_values(self.question)
        first = [plain(fact.value) for fact in self.matches[: len(gold)]]
        return bool(gold) and Counter(first) == Counter(gold)


def gold_values(question: TableQuestion) -> tuple[str, ...]:
    """Return the gold texts that hold something; an empty cell is no fact."""
    return tuple(text for gold in question.gold if (text := plain(gold)))


def score(
    question: TableQuestion,
    kind: str,
    search: Search,
    documents: Mapping[str, str],
    twins: frozenset[str],
    alike: frozenset[str] = frozenset(),
    trial: Trial | None = None,
) -> Result:
    """Ask ``question`` and return how it fared.

    Args:
        question: The question.
        kind: The type of its table.
        search: Search for a text, in all documents or in those named.
        documents: Table id → document id.
        twins: Ids of the tables that hold the same names.
        alike: Those of ``twins`` that no word of the question tells apart.
        trial: Gives the first document of other ways to rank what was found.
    """
    everywhere = search(question.text, None)
    order = list(dict.fromkeys(passage.source.document_id for passage in everywhere.passages))
    document = documents[question.table_id]
    inside = search(question.text, [document])
    return Result(
        question,
        kind,
        rank=order.index(document) + 1 if document in order else None,
        first_document=order[0] if order else "",
        twins=frozenset(documents[name] for name in twins),
        matches=tuple(item.fact for item in inside.matches),
        alike=frozenset(documents[name] for name in alike),
        tried=trial(everywhere) if trial else {},
        document=document,
    )


def twins_of(question: TableQuestion, facts: Mapping[str, Collection[Fact]]) -> frozenset[str]:
    """Return the other tables with a fact under the subject and attribute of every gold cell of ``question``.

    Nothing in the question can tell such tables apart when it names only those.

    Args:
        question: The question.
        facts: Table id → its facts.
    """
    own = facts[question.table_id]
    names = [{_name(fact) for fact in own if plain(fact.value) == value} for value in gold_values(question)]
    if not names or not all(names):
        return frozenset()
    others = {name: {_name(fact) for fact in held} for name, held in facts.items() if name != question.table_id}
    return frozenset(name for name, held in others.items() if all(wanted & held for wanted in names))


def _name(fact: Fact) -> tuple[str, str]:
    return fold(fact.subject), fold(fact.attribute)
