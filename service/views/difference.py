"""What changed between two versions of a document, as the doors show it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from extraction.diff.change import (
    Difference,
    FactChange,
    FactTurn,
    NumberChange,
    SectionChange,
    Turn,
    WordingChange,
    Words,
)  # fmt: skip
from extraction.inspected import LocatedFact
from service.views.conversion import view
from service.views.fact import FactView, fact_view
from service.views.source_place import PlaceView, place_view


class EditionView(Struct, frozen=True):
    """One of the two documents."""

    file: str
    title: str
    version: str


class FieldChangeView(Struct, frozen=True):
    """A field of the metadata; empty where it is not there."""

    name: str
    old: str
    new: str


class LocatedFactView(Struct, frozen=True):
    """A fact and where it stands."""

    fact: FactView
    place: PlaceView


class FactChangeView(Struct, frozen=True):
    """A fact that came, went, or says something else; null on the side where it is not."""

    turn: FactTurn
    old: LocatedFactView | None
    new: LocatedFactView | None


class WordsView(Struct, frozen=True):
    """A sentence or row and where it stands."""

    text: str
    place: PlaceView


class NumberChangeView(Struct, frozen=True):
    """A number as written before and after; null where it is not there."""

    old: Annotated[str | None, Meta(examples=["5个工作日内"])]
    new: Annotated[str | None, Meta(examples=["2个工作日内"])]
    renumbering: Annotated[bool, Meta(description="Only points at a part whose own number changed the same way.")]


class WordingChangeView(Struct, frozen=True):
    """A sentence or row that came, went, or is worded anew, with every number that changed in it."""

    turn: Turn
    old: WordsView | None
    new: WordsView | None
    numbers: list[NumberChangeView]


class SectionChangeView(Struct, frozen=True):
    """A section whose text changed; a heading path is null where the section is not there."""

    turn: Turn
    old_heading: list[str] | None
    new_heading: list[str] | None
    wordings: list[WordingChangeView]


class RenumberingView(Struct, frozen=True):
    """A part that has another number and is otherwise the same part."""

    old: str
    new: str


class DifferenceView(Struct, frozen=True):
    """Everything that changed from the old version to the new one."""

    result: Annotated[Literal["same", "different"], Meta(description="Whether anything changed.")]
    old: EditionView
    new: EditionView
    fields: Annotated[list[FieldChangeView], Meta(description="Metadata.")]
    facts: list[FactChangeView]
    sections: Annotated[list[SectionChangeView], Meta(description="Every change of the text, fact or not.")]
    renumbered: list[RenumberingView]
    facts_kept: Annotated[int, Meta(description="Facts that say the same in both.")]
    moved: Annotated[int, Meta(description="Sentences and rows that stand in another section, word for word.")]
    numbers_changed: Annotated[int, Meta(description="Numbers that changed anywhere in the text.")]


def difference_view(difference: Difference) -> DifferenceView:
    """Return ``difference`` as the doors show it."""
    return DifferenceView(
        result="same" if difference.same else "different",
        old=view(difference.old, EditionView),
        new=view(difference.new, EditionView),
        fields=[view(each, FieldChangeView) for each in difference.fields],
        facts=[_fact_change(each) for each in difference.facts],
        sections=[_section(each) for each in difference.sections],
        renumbered=[view(each, RenumberingView) for each in difference.renumbered],
        facts_kept=difference.facts_kept,
        moved=difference.moved,
        numbers_changed=len(difference.numbers),
    )


def _fact_change(change: FactChange) -> FactChangeView:
    return FactChangeView(change.turn, _located(change.old), _located(change.new))


def _located(located: LocatedFact | None) -> LocatedFactView | None:
    return LocatedFactView(fact_view(located.fact), place_view(located.place)) if located else None


def _section(change: SectionChange) -> SectionChangeView:
    old, new = change.old_heading, change.new_heading
    return SectionChangeView(
        change.turn,
        None if old is None else list(old),
        None if new is None else list(new),
        [_wording(each) for each in change.wordings],
    )


def _wording(change: WordingChange) -> WordingChangeView:
    return WordingChangeView(change.turn, _words(change.old), _words(change.new), [_number(n) for n in change.numbers])


def _words(words: Words | None) -> WordsView | None:
    return WordsView(words.text, place_view(words.place)) if words else None


def _number(change: NumberChange) -> NumberChangeView:
    return view(change, NumberChangeView)
