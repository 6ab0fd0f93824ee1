"""Finding in a text what a model says it copied: width, white space and marks of emphasis may differ, no more."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# A value must not begin or end inside a longer number: 5天 is not said by 15天.
_DIGITS = frozenset("0123456789零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟半")
_INSIDE = frozenset(".,:/．")
_EMPHASIS = frozenset("*`")
_NEGATIONS = ("不", "未", "无", "没", "没有", "非", "勿", "not", "no", "never", "n't", "without")


@dataclass(frozen=True, slots=True)
class Looked:
    """A text prepared for looking in. ``places[i]`` is where character ``i`` of ``bare`` stands in ``text``."""

    text: str
    bare: str
    places: tuple[int, ...]

    def places_of(self, words: str) -> Iterator[tuple[int, int]]:
        """Yield start and end, in ``text``, of every place where ``words`` stand; first to last."""
        wanted = bare(words)
        at = self.bare.find(wanted) if wanted else -1
        while at >= 0:
            yield self.places[at], self.places[at + len(wanted) - 1] + 1
            at = self.bare.find(wanted, at + 1)

    def holds(self, words: str) -> bool:
        """Return whether ``words`` stand in the text."""
        return next(self.places_of(words), None) is not None


def looked(text: str) -> Looked:
    """Prepare ``text``."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for form in _forms(character):
            characters.append(form)
            places.append(place)
    return Looked(text, "".join(characters), tuple(places))


def bare(text: str) -> str:
    """Return ``text`` in half width without white space and marks of emphasis."""
    return "".join(form for character in text for form in _forms(character))


def cuts_number(text: str, start: int, end: int) -> bool:
    """Return whether ``text[start:end]`` begins or ends inside a number."""
    return _joins(text, start) or _joins(text, end)


def cuts_negation(text: str, start: int) -> bool:
    """Return whether a word that turns ``text[start:]`` into its opposite stands right before it."""
    before = text[max(0, start - 12) : start].rstrip().lower()
    word = before.rpartition(" ")[2] if before.isascii() else before
    return any(word == n or word.endswith("n't") if n.isascii() else word.endswith(n) for n in _NEGATIONS)


def _joins(text: str, at: int) -> bool:
    """Whether a number runs over the gap before ``text[at]``."""
    if not 0 < at < len(text):
        return False
    before, after = _is_digit(text, at - 1), _is_digit(text, at)
    if before and after:
        return True
    # A full-width comma parts numbers, a narrow one may stand inside.
    if after and text[at - 1] in _INSIDE:
        return _is_digit(text, at - 2)
    return before and text[at] in _INSIDE and _is_digit(text, at + 1)


def _is_digit(text: str, at: int) -> bool:
    return 0 <= at < len(text) and _forms(text[at]) in _DIGITS


def _forms(character: str) -> str:
    if character in _EMPHASIS:
        return ""
    form = unicodedata.normalize("NFKC", character)
    return "" if form.isspace() else "".join(part for part in form if not part.isspace())
