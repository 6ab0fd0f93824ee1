"""An entry of a model held against the text: what is not found there is not a fact."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.fact import Condition
from core.quantity import Quantity, find, parse
from core.text import fold
from extraction.draft import Draft
from extraction.model.forms import FactEntry
from extraction.model.looking import bare, cuts_negation, cuts_number, looked
from extraction.model.source import Source
from extraction.nouns import noun_before

CONFIDENCE = 0.7
_LONGEST_NAME = 100
_LONGEST_VALUE = 300
_EMPHASIS = str.maketrans("", "", "*`")


@dataclass(frozen=True, slots=True)
class Checked:
    """The entries of one chunk that its text bears out, and for each other one why it does not."""

    drafts: tuple[Draft, ...]
    refused: tuple[str, ...]


def check(entries: Sequence[FactEntry], source: Source, rule: str) -> Checked:
    """Hold ``entries`` against the chunk.

    A fact is taken when its quote stands in the chunk, its value in the quote and not inside a longer number, its
    subject in the chunk, its headings, its title or the rules' draft, and every condition in one of those too.
    """
    reader = _Reader(source, rule)
    drafts: list[Draft] = []
    refused: list[str] = []
    for entry in entries:
        found = reader.read(entry)
        if isinstance(found, Draft):
            drafts.append(found)
        else:
            refused.append(found)
    return Checked(tuple(drafts), tuple(refused))


class _Reader:
    def __init__(self, source: Source, rule: str) -> None:
        chunk = source.chunk
        self._text = looked(chunk.text)
        self._around = [looked(words) for words in (*chunk.heading_path, source.info.title)]
        self._known = {fold(fact.subject) for fact in source.draft}
        self._rule = rule

    def read(self, entry: FactEntry) -> Draft | str:
        if max(len(entry.subject), len(entry.attribute)) > _LONGEST_NAME or len(entry.value) > _LONGEST_VALUE:
            return f"a name or value is too long: {entry.subject[:20]}"
        place = self._quote(entry)
        if place is None:
            return f"the quote is not in the text: {entry.quote[:40]}"
        inner = self._value(entry, *place)
        if inner is None:
            return f"the value is not in the quote: {entry.value[:40]}{entry.unit}"
        if not self._said(entry.subject) and fold(entry.subject) not in self._known:
            return f"the subject is not in the text: {entry.subject[:40]}"
        missing = next((words for words in entry.condition if not self._said(words)), None)
        if missing is not None:
            return f"the condition is not in the text: {missing[:40]}"
        return self._draft(entry, place, inner)

    def _quote(self, entry: FactEntry) -> tuple[int, int] | None:
        """Return where the quote stands; of several places, the first, unless it says nothing beside the value."""
        places = list(self._text.places_of(entry.quote))
        if not places or (len(places) > 1 and bare(entry.quote) == bare(entry.value)):
            return None
        return places[0]

    def _value(self, entry: FactEntry, start: int, end: int) -> tuple[int, int] | None:
        """Return where the value stands in the chunk, widened to the whole quantity it is part of."""
        quote = self._text.text[start:end]
        within = looked(quote)
        for wording in _wordings(entry):
            for low, high in within.places_of(wording):
                if cuts_number(self._text.text, start + low, start + high):
                    continue
                low, high = _widened(quote, low, high)
                if not cuts_negation(self._text.text, start + low):
                    return start + low, start + high
        return None

    def _said(self, words: str) -> bool:
        return any(place.holds(words) for place in (self._text, *self._around))

    def _draft(self, entry: FactEntry, place: tuple[int, int], inner: tuple[int, int]) -> Draft:
        value = self._text.text[slice(*inner)]
        conditions = tuple(_condition(self._verbatim(words)) for words in entry.condition if words)
        return Draft(
            entry.subject,
            entry.attribute,
            value,
            *place,
            self._rule,
            CONFIDENCE,
            _quantity(value),
            conditions,
            inner[1],
        )

    def _verbatim(self, words: str) -> str:
        for text in (self._text, *self._around):
            found = next(text.places_of(words), None)
            if found is not None:
                return text.text[slice(*found)]
        return words


def _quantity(value: str) -> Quantity | None:
    return parse(value) or parse(value.translate(_EMPHASIS))


def _condition(words: str) -> Condition:
    founds = find(words)
    if len(founds) != 1:
        return Condition(words)
    return Condition(words, noun_before(words[: founds[0].start]), founds[0].quantity)


def _wordings(entry: FactEntry) -> Sequence[str]:
    """A unit that is given apart must stand beside the number, or the value would be another one."""
    return (entry.value + entry.unit,) if entry.unit and not entry.value.endswith(entry.unit) else (entry.value,)


def _widened(quote: str, low: int, high: int) -> tuple[int, int]:
    """Take in the words of bounds: of 不超过5天 a model copies 5天, which is another value."""
    for found in find(quote):
        if found.start <= low and high <= found.end:
            return found.start, found.end
    return low, high
