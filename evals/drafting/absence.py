"""A question that may be absent from a knowledge base, and what the sorts of absence have in common."""

import re
from dataclasses import dataclass

from core.fact import Fact
from core.quantity import Quantity, parse
from core.text import fold
from evals.drafting.material import Material
from evals.drafting.of_table import named
from evals.drafting.phrasing import asked, kind_of
from evals.drafting.titles import is_topic

ATTRIBUTE, SUBJECT, CONDITION = "absent_attribute", "absent_subject", "absent_condition"
# Things with so many attributes or cells in common are of one kind.
ALIKE = 2
MODEL = re.compile(r"(?<![\d.])(?P<lead>[A-Za-z]+[ -]?)?(?P<number>\d{1,5})(?!\d)")
LEVEL = re.compile(r"(?P<number>[一二三四五六七八九十])(?P<unit>级|类|档|星)")
_LONGEST_SUBJECT = 16


@dataclass(frozen=True, slots=True)
class Absent:
    """A question that may be absent.

    Attributes:
        sort: Which sort of absence it is; its tag.
        subject: The name it asks about.
        attribute: What it asks for, as the vocabulary says it; empty for what no attribute stands for.
        together: Groups of words, folded: where one of every group stands in one piece of text, it is spoken of.
        stated: The value of a condition it states, which no fact of the matter must hold for.
        by_line: A table is looked through row by row: all of its cells stand in one piece of text.
    """

    sort: str
    question: str
    subject: str
    attribute: str
    together: tuple[frozenset[str], ...]
    stated: Quantity | None = None
    by_line: bool = False


def is_name(fact: Fact, material: Material) -> bool:
    """Keep things that have a name: no clause, no measure, no topic."""
    if is_topic(fact, material) or len(fact.subject) > _LONGEST_SUBJECT or re.search(r"[的、，]", fact.subject):
        return False
    curated = material.spellings.curated
    if curated:
        return fold(fact.subject) in curated
    tabled = material.chunks[fact.chunk_id].table is not None
    numbered = MODEL.search(fact.subject) or LEVEL.search(fact.subject)
    return parse(fact.subject) is None and bool(tabled or numbered)


def plain_question(fact: Fact, material: Material) -> str:
    """Return a question in Chinese for the attribute of ``fact``, without any condition."""
    kind = kind_of(fact, fact.attribute, material.usual.get(fold(fact.attribute), ""))
    name = named(fact.subject, fact.attribute, fact.id)
    return asked(kind, "zh", fact.id, {"name": name, "subject": fact.subject, "attribute": fact.attribute})
