"""Facts of two versions held against each other."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from core.fact import Fact
from extraction.diff.change import FactChange, FactTurn
from extraction.diff.pairing import alike_pairs, equal_pairs
from extraction.diff.unit import Unit, key_of
from extraction.inspected import LocatedFact

_LEAST = 0.74
_MANY = 40_000
_WEIGHTS = {"subject": 0.25, "attribute": 0.3, "conditions": 0.2, "place": 0.25}


@dataclass(frozen=True, slots=True)
class _Standing:
    """A fact, the number of the pair of units it stands in, and the words of its own unit as they compare.

    ``pair`` is ``None`` where its unit has no partner. ``settled`` is set in a row whose partner says the same.
    """

    stated: LocatedFact
    pair: int | None
    words: str = ""
    settled: bool = False


def changed_facts(
    old: Sequence[LocatedFact], new: Sequence[LocatedFact], pairs: Iterable[tuple[Unit, Unit]]
) -> tuple[tuple[FactChange, ...], int]:
    """Return what became of the facts, in the order of the new text, and how many stayed as they were."""
    before, after = _standing(old, new, list(pairs))
    kept = equal_pairs([_whole(each.stated.fact) for each in before], [_whole(each.stated.fact) for each in after])
    used = set(kept.values())
    rest_old = [(i, each) for i, each in enumerate(before) if i not in kept]
    rest_new = [(j, each) for j, each in enumerate(after) if j not in used]
    many = len(rest_old) * len(rest_new) > _MANY
    among = _neighbours(rest_old, rest_new) if many else None
    changed = alike_pairs(rest_old, rest_new, _likeness, _LEAST, among)
    changes = [_change(before[i], after[j]) for i, j in changed.items()]
    used |= set(changed.values())
    lost = [each for i, each in enumerate(before) if i not in kept and i not in changed]
    won = [each for j, each in enumerate(after) if j not in used]
    gone = [FactChange("removed", each.stated, None) for each in lost if not each.settled]
    come = [FactChange("added", None, each.stated) for each in won if not each.settled]
    real = [change for change in (*changes, *gone, *come) if change is not None]
    return tuple(sorted(real, key=_order)), len(kept) + len(changes) - sum(c is not None for c in changes)


def _neighbours(
    old: Sequence[tuple[int, _Standing]], new: Sequence[tuple[int, _Standing]]
) -> Iterator[tuple[int, int]]:
    """Yield positions of facts of one sentence or row, or of one name: in large tables only these are compared."""
    places: dict[object, list[int]] = defaultdict(list)
    for at, (_, each) in enumerate(new):
        for key in _addresses(each):
            places[key].append(at)
    for at, (_, each) in enumerate(old):
        yield from ((at, other) for other in dict.fromkeys(o for key in _addresses(each) for o in places.get(key, ())))


def _addresses(each: _Standing) -> tuple[object, ...]:
    fact = each.stated.fact
    name = (key_of(fact.subject), key_of(fact.attribute))
    return (name,) if each.pair is None else (name, each.pair)


def _standing(
    old: Sequence[LocatedFact], new: Sequence[LocatedFact], pairs: Sequence[tuple[Unit, Unit]]
) -> tuple[list[_Standing], list[_Standing]]:
    sides = [[pair[side] for pair in pairs] for side in (0, 1)]
    settled = {at for at, (one, other) in enumerate(pairs) if one.cells and _row(one) == _row(other)}
    return _in_units(old, sides[0], settled), _in_units(new, sides[1], settled)


def _row(unit: Unit) -> tuple[str, ...]:
    return (unit.key, *(key_of(name) for name, _ in unit.cells))


def _in_units(facts: Sequence[LocatedFact], units: Sequence[Unit], settled: Container[int]) -> list[_Standing]:
    order = sorted(range(len(units)), key=lambda number: units[number].place.span.char_start)
    starts = [units[number].place.span.char_start for number in order]
    found: list[_Standing] = []
    for stated in facts:
        middle = (stated.place.span.char_start + stated.place.span.char_end) // 2
        at = bisect_right(starts, middle) - 1
        inside = at >= 0 and middle <= units[order[at]].place.span.char_end
        number = order[at] if inside else None
        words = units[order[at]].key if inside else ""
        found.append(_Standing(stated, number, words, number in settled))
    return found


def _whole(fact: Fact) -> str:
    return "\x1f".join((key_of(fact.subject), key_of(fact.attribute), _value(fact), *_conditions(fact)))


def _value(fact: Fact) -> str:
    """Return what a value is, whatever its wording: 3日 and 三日 are one."""
    quantity = fact.quantity
    if quantity is None:
        return key_of(fact.value)
    ends = (quantity.canonical_low, quantity.canonical_high)
    written = ["" if end is None else f"{end.normalize():f}" for end in ends]
    return f"{quantity.dimension} {quantity.canonical_unit} {written} {quantity.low_open} {quantity.high_open}"


def _conditions(fact: Fact) -> list[str]:
    return sorted(key_of(condition.text) for condition in fact.conditions)


def _likeness(one: _Standing, other: _Standing) -> float:
    a, b = one.stated.fact, other.stated.fact
    if (a.quantity is None) != (b.quantity is None) and key_of(a.attribute) != key_of(b.attribute):
        return 0.0
    parts: Mapping[str, float] = {
        "subject": fuzz.ratio(key_of(a.subject), key_of(b.subject)) / 100,
        "attribute": fuzz.ratio(key_of(a.attribute), key_of(b.attribute)) / 100,
        "conditions": fuzz.ratio(" ".join(_conditions(a)), " ".join(_conditions(b))) / 100,
        "place": 1.0 if one.pair is not None and one.pair == other.pair else 0.0,
    }
    score = sum(_WEIGHTS[name] * part for name, part in parts.items())
    return score + (0.02 if _value(a) == _value(b) else 0.0)


def _change(old: _Standing, new: _Standing) -> FactChange | None:
    """Return what differs; ``None`` when only the words for subject or attribute do."""
    before, after = old.stated.fact, new.stated.fact
    value, condition = _value(before) != _value(after), _other_conditions(old, new)
    if not value and not condition:
        return None
    turn: FactTurn = "value_and_condition" if value and condition else "value" if value else "condition"
    return FactChange(turn, old.stated, new.stated)


def _other_conditions(old: _Standing, new: _Standing) -> bool:
    """Return whether the conditions differ; which cells name a row may differ while the cells are the same."""
    differ = set(_conditions(old.stated.fact)) ^ set(_conditions(new.stated.fact))
    if old.pair is None or old.pair != new.pair or old.stated.fact.rule != "table":
        return bool(differ)
    cells = {key_of(condition.text): key_of(condition.text.partition("：")[2]) for each in (old, new)
             for condition in each.stated.fact.conditions}  # fmt: skip
    return any(not cells[each] or cells[each] not in old.words or cells[each] not in new.words for each in differ)


def _order(change: FactChange) -> tuple[int, int]:
    side = change.new or change.old
    return (0 if change.new else 1, side.place.span.char_start if side else 0)
