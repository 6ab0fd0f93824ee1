"""How many disturbed names are found, by kind of disturbance and length of the name."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.text import fold
from evals.mentions.disturbance import KINDS, disturbed
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

CARRIERS = ("请问{}是多少？", "{}怎么算", "我想了解一下{}的规定", "你们那里{}有什么要求吗", "帮我查一下{}")
ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Typed:
    """A name as somebody typed it in a question, and the canonical names it stands for."""

    kind: str
    surface: str
    typed: str
    question: str
    canonicals: frozenset[str]


@dataclass(slots=True)
class Tally:
    """Cases of one kind: found, taken for something else, or not found."""

    cases: int = 0
    found: int = 0
    other: int = 0
    misses: list[Typed] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share found, 1 when there was nothing to find."""
        return self.found / self.cases if self.cases else 1.0


def typed_names(names: NameSet, most: int) -> list[Typed]:
    """Return questions with disturbed names, at most ``most`` names of a kind, always the same ones."""
    meanings = _meanings(names)
    aliases = {fold(synonym.alias) for synonym in names.synonyms}
    written = {fold(term.name): term.name for term in names.terms if term.kind != "unit"}
    written |= {fold(item.alias): item.alias for item in names.synonyms if item.kind != "unit"}
    drawn = sorted((s for s in written if len(s) > 1), key=lambda s: hashlib.sha256(s.encode()).hexdigest())[:most]
    cases: list[Typed] = []
    for surface in drawn:
        for kind in KINDS:
            typed = disturbed(written[surface], kind, f"{kind}{surface}")
            # A typo that happens to give another known name, or one character, says nothing of tolerance.
            if typed is None or len(typed) < 2 or (fold(typed) != surface and fold(typed) in meanings):
                continue
            shown = ALIAS if kind == "exact" and surface in aliases else kind
            carrier = CARRIERS[int(hashlib.sha256(f"{kind}{surface}".encode()).hexdigest(), 16) % len(CARRIERS)]
            cases.append(Typed(shown, surface, typed, carrier.format(typed), meanings[surface]))
    return cases


def tally(matcher: Matcher, cases: Iterable[Typed]) -> dict[str, Tally]:
    """Return kind → tally."""
    tallies: dict[str, Tally] = {}
    for case in cases:
        of_kind = tallies.setdefault(case.kind, Tally())
        of_kind.cases += 1
        named = {mention.canonical for mention in matcher.mentions(case.question)}
        if named & case.canonicals:
            of_kind.found += 1
        else:
            of_kind.other += bool(named)
            of_kind.misses.append(case)
    return tallies


def false_alarms(matcher: Matcher, sentences: Sequence[str]) -> list[tuple[str, str, str, float]]:
    """Return sentence, stretch, name and score of every inexact mention: nothing is misspelt in ``sentences``."""
    return [
        (sentence, mention.surface, mention.canonical, mention.score)
        for sentence in sentences
        for mention in matcher.mentions(sentence)
        if mention.score < 1
    ]


def _meanings(names: NameSet) -> dict[str, frozenset[str]]:
    meanings: dict[str, frozenset[str]] = {}
    pairs = [(term.name, term.name) for term in names.terms if term.kind != "unit"]
    pairs += [(synonym.alias, synonym.canonical) for synonym in names.synonyms if synonym.kind != "unit"]
    for surface, canonical in pairs:
        meanings[fold(surface)] = meanings.get(fold(surface), frozenset()) | {canonical}
    return meanings
