"""One judge for every system: it sees text and document names, nothing of how they were found."""

from collections.abc import Sequence
from dataclasses import dataclass

from evals.external.overlap import covered, letters
from evals.external.place import Place
from evals.external.system import Hit
from evals.suite import Case
from evals.values import states

TOP = 5


@dataclass(frozen=True, slots=True)
class Judged:
    """What one system found for one question.

    Attributes:
        case: The question.
        handed: How many hits there were.
        values: Depth (1, 5) → whether the first hits together state every expected value; ``None`` without values.
        at: For each hit, the numbers (from 0) of the right places it is at.
        places: How many right places there are.
        strange: Of the letters of the first five hits, the share (0–1) outside every right place; ``None`` if no hit.
        milliseconds: Time of the search.
    """

    case: Case
    handed: int
    values: dict[int, bool | None]
    at: tuple[frozenset[int], ...]
    places: int
    strange: float | None
    milliseconds: float = 0.0

    @property
    def irrelevant(self) -> float | None:
        """The share (0–1) of the first five hits that are at no right place; ``None`` when nothing was found."""
        top = self.at[:TOP]
        return sum(not here for here in top) / len(top) if top else None


def judge(case: Case, places: Sequence[Place], hits: Sequence[Hit], milliseconds: float = 0.0) -> Judged:
    """Hold the hits for one question against what its case expects and its right places."""
    at = tuple(frozenset(number for number, place in enumerate(places) if place.holds(hit)) for hit in hits)
    values = {depth: _stated(case, hits[:depth]) for depth in (1, TOP)}
    return Judged(case, len(hits), values, at, len(places), _strange(hits[:TOP], at, places), milliseconds)


def _stated(case: Case, hits: Sequence[Hit]) -> bool | None:
    if not case.expect:
        return None
    text = "\n".join(hit.text for hit in hits)
    return all(states(text, value) for value in case.expect)


def _strange(hits: Sequence[Hit], at: Sequence[frozenset[int]], places: Sequence[Place]) -> float | None:
    """A hit may hold a right place and four others: what a reader has to read for nothing is counted in letters."""
    total = useful = 0
    for hit, here in zip(hits, at, strict=False):
        text = letters(hit.text)
        total += len(text)
        useful += _useful(text, [places[number] for number in here])
    return 1 - useful / total if total else None


def _useful(text: str, places: Sequence[Place]) -> int:
    if any(not place.texts for place in places):
        return len(text)
    # No run of letters crosses the blank between two places.
    return covered(text, " ".join(letters(text) for place in places for text in place.texts))
