"""The numbers of two wordings held against each other: which changed, came or went."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.text import fold
from extraction.diff.change import NumberChange
from extraction.diff.token import Token, tokens_of
from extraction.diff.unit import Unit

_TOO_LONG = 4_000_000


@dataclass(frozen=True, slots=True)
class _Loose:
    """A number without its like on the other side, and the stretch of the comparison it stands in."""

    token: Token
    stretch: int
    at: float


def changed_numbers(old: Unit, new: Unit) -> tuple[NumberChange, ...]:
    """Return what became of the numbers of a sentence or row. A value worded or written anew is no change."""
    if old.cells and new.cells:
        return _of_cells(old.cells, new.cells)
    return _changes(old.text, new.text)


def lone_numbers(text: str) -> tuple[str, ...]:
    """Return every number of ``text`` as written."""
    return tuple(token.text for token in tokens_of(text) if token.number)


def _of_cells(old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> tuple[NumberChange, ...]:
    before, after = _by_name(old), _by_name(new)
    changes: list[NumberChange] = []
    for name in dict.fromkeys((*before, *after)):
        changes += _changes(before.get(name, ""), after.get(name, ""))
    return tuple(_without_pairs(changes))


def _by_name(cells: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Name cells by column; columns of one name are told apart by their place among them."""
    named: dict[str, str] = {}
    for name, text in cells:
        key, again = fold(name), 1
        while (label := f"{key}\x1f{again}") in named:
            again += 1
        named[label] = text
    return named


def _without_pairs(changes: Sequence[NumberChange]) -> list[NumberChange]:
    """Drop a number that left one column and came into another: the column was renamed."""
    gone = [fold(change.old) for change in changes if change.new is None and change.old]
    kept: list[NumberChange] = []
    dropped: list[str] = []
    for change in changes:
        if change.old is None and change.new and fold(change.new) in gone:
            gone.remove(fold(change.new))
            dropped.append(fold(change.new))
        else:
            kept.append(change)
    for word in dropped:
        kept.remove(next(c for c in kept if c.new is None and c.old and fold(c.old) == word))
    return kept


def _changes(old: str, new: str) -> tuple[NumberChange, ...]:
    if old == new:
        return ()
    before, after = tokens_of(old), tokens_of(new)
    gone: list[_Loose] = []
    come: list[_Loose] = []
    for stretch, (tag, i1, i2, j1, j2) in enumerate(_stretches(before, after)):
        if tag != "equal":
            gone += [_Loose(before[i], stretch, i / len(before)) for i in range(i1, i2) if before[i].number]
            come += [_Loose(after[j], stretch, j / len(after)) for j in range(j1, j2) if after[j].number]
    _cancel(gone, come)
    return _paired(gone, come)


def _stretches(before: Sequence[Token], after: Sequence[Token]) -> Iterable[tuple[str, int, int, int, int]]:
    """Return which stretches are equal; of texts too long to align the numbers are compared without their order."""
    if len(before) * len(after) > _TOO_LONG:
        return [("replace", 0, len(before), 0, len(after))]
    old, new = ([token.key for token in tokens] for tokens in (before, after))
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _cancel(gone: list[_Loose], come: list[_Loose]) -> None:
    """A number that only stands elsewhere in the sentence did not change."""
    for loose in list(gone):
        twin = next((other for other in come if other.token.key == loose.token.key), None)
        if twin is not None:
            gone.remove(loose)
            come.remove(twin)


def _paired(gone: Sequence[_Loose], come: Sequence[_Loose]) -> tuple[NumberChange, ...]:
    options = sorted((-_likeness(one, other), i, j) for i, one in enumerate(gone) for j, other in enumerate(come))
    partner: dict[int, int] = {}
    for score, i, j in options:
        if score < 0 and i not in partner and j not in partner.values():
            partner[i] = j
    changes = [
        (one.at, NumberChange(one.token.text, come[partner[i]].token.text if i in partner else None))
        for i, one in enumerate(gone)
    ]
    added = [
        (other.at, NumberChange(None, other.token.text)) for j, other in enumerate(come) if j not in partner.values()
    ]
    return tuple(change for _, change in sorted(changes + added, key=lambda each: each[0]))


def _likeness(one: _Loose, other: _Loose) -> float:
    """Return how likely ``other`` is what ``one`` became; 0 is not at all."""
    a, b = one.token.quantity, other.token.quantity
    together = one.stretch == other.stretch
    if (a is None) != (b is None):
        return 0.1 if together else 0.0
    alike = a is None or b is None or a.comparable(b)
    near = 1 - abs(one.at - other.at)
    return (2.0 if together else 0.0) + (1.0 if alike else 0.0) + near * 0.5 if together or alike else 0.0
