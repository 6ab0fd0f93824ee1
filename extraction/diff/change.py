"""What a comparison of two versions finds."""

from dataclasses import dataclass
from typing import Literal

from extraction.inspected import LocatedFact, Place

Turn = Literal["added", "removed", "changed"]
FactTurn = Literal["added", "removed", "value", "condition", "value_and_condition"]


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the two documents compared."""

    file: str
    title: str
    version: str


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a document and where they stand."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number as written before and after; ``None`` where it is not there.

    ``renumbering`` is set when it is a reference to a part whose own number changed in the same way.
    """

    old: str | None
    new: str | None
    renumbering: bool = False


@dataclass(frozen=True, slots=True)
class WordingChange:
    """A sentence or row that was added, removed or worded anew, with every number that changed in it."""

    turn: Turn
    old: Words | None
    new: Words | None
    numbers: tuple[NumberChange, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionChange:
    """A section whose text changed; a heading is ``None`` where the section is not there."""

    turn: Turn
    old_heading: tuple[str, ...] | None
    new_heading: tuple[str, ...] | None
    wordings: tuple[WordingChange, ...]


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that is new, gone, or says something else."""

    turn: FactTurn
    old: LocatedFact | None
    new: LocatedFact | None


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of the document's metadata; empty where it is not there."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Renumbering:
    """A part that has another number now and is otherwise the same part."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that changed from ``old`` to ``new``, in the order of the new text.

    ``moved`` counts sentences and rows that stand elsewhere with the same words, ``facts_kept`` facts that stayed.
    """

    old: Edition
    new: Edition
    fields: tuple[FieldChange, ...]
    facts: tuple[FactChange, ...]
    sections: tuple[SectionChange, ...]
    renumbered: tuple[Renumbering, ...]
    facts_kept: int
    moved: int

    @property
    def same(self) -> bool:
        """Whether both say the same in the same place."""
        return not (self.fields or self.facts or self.sections or self.renumbered or self.moved)

    @property
    def numbers(self) -> tuple[NumberChange, ...]:
        """Every number that changed anywhere in the text."""
        return tuple(number for part in self.sections for words in part.wordings for number in words.numbers)
