"""Small knowledge bases made by hand: facts with the chunk they stand in."""

from dataclasses import dataclass, field

import pytest

from core.answer import Source
from core.chunk import Chunk
from core.document import Cell, Table
from core.fact import Condition, Fact
from core.quantity import Quantity, parse
from core.vocabulary import Synonym, Term
from evals.drafting.material import Material, arranged
from evals.drafting.spelling import Spellings


@dataclass
class Shelf:
    """Collects facts; ``material`` is the knowledge base they make."""

    title: str = "退换货办法"
    facts: list[Fact] = field(default_factory=list)
    chunks: dict[str, Chunk] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    aliases: list[Synonym] = field(default_factory=list)

    def stated(
        self, subject: str, attribute: str, value: str, quote: str, *when: str, rule: str = "prose.measure"
    ) -> Fact:
        """Add a fact of running text; a condition that is an interval is read as one."""
        conditions = tuple(Condition(text, "", parse(text)) for text in when)
        return self._added(Chunk(self._id, "doc", 0, "prose", quote, quote, (), (), "0", "1"), subject, attribute, value, quote, conditions, rule)  # fmt: skip

    def celled(
        self, heads: list[list[str]], row: list[str], subject: str, attribute: str, value: str, *when: str
    ) -> Fact:
        """Add a fact of a table of one row under ``heads``."""
        lines = [*heads, row]
        cells = tuple(Cell(text, at, col) for at, line in enumerate(lines) for col, text in enumerate(line))
        quote = f"| {' | '.join(row)} |"
        text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        chunk = Chunk(self._id, "doc", 0, "table", text, text, (), (), "0", "1", table=Table(cells, len(heads)))
        conditions = tuple(Condition(words, "", _interval(words)) for words in when)
        return self._added(chunk, subject, attribute, value, quote, conditions, "table")

    @property
    def material(self) -> Material:
        sources = {"doc": Source("doc", "办法.md", self.title)}
        return arranged(tuple(self.facts), self.chunks, sources, Spellings(self.terms, self.aliases))

    @property
    def _id(self) -> str:
        return f"c{len(self.facts)}"

    def _added(
        self, chunk: Chunk, subject: str, attribute: str, value: str, quote: str, when: tuple[Condition, ...], rule: str
    ) -> Fact:
        fact = Fact(f"f{len(self.facts)}", subject, attribute, value, chunk.id, "doc", quote, 0, len(quote), parse(value), when, rule=rule)  # fmt: skip
        self.facts.append(fact)
        self.chunks[chunk.id] = chunk
        return fact


def _interval(words: str) -> Quantity | None:
    label, _, cell = words.rpartition("：")
    return None if label.endswith("编码") else parse(cell)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()
