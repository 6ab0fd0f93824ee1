"""The scope a question names (a product line, a region, a channel …), and whether a fact holds in it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.answer import Passage
from core.fact import PLACES, SCOPE_FIELDS, UNRESTRICTED, Scope, restriction
from core.question import AnalysedQuestion, Mention
from core.text import fold
from retrieval.filters import FIELD_NAMES
from store import labels
from store.session import Session

# What is left of the score of a passage that tells of another scope.
ELSEWHERE = 0.4
_MOST_VALUES, _SHORTEST, _LONGEST = 2000, 2, 30
# A version called after its year is chosen among the versions of its document, not by its name.
_YEAR = re.compile(r"(?:19|20)\d{2}")
_NAMELESS = re.compile(r"[\d.\-_]+")
_DENIED = ("非", "未", "不是", "除了", "除")


@dataclass(frozen=True, slots=True)
class Scopes:
    """Per field the values that documents and records of one knowledge base have, folded → as written."""

    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def named_in(self, folded: str, mentions: Iterable[Mention]) -> dict[str, tuple[str, ...]]:
        """Return the values that stand in a folded question, longest first at each place; not inside a longer name."""
        names = [(mention.start, mention.end) for mention in mentions]
        found: dict[str, tuple[str, ...]] = {}
        for name, values in self.known.items():
            taken: list[tuple[int, int]] = []
            for value in sorted(values, key=len, reverse=True):
                start = folded.find(value)
                end = start + len(value)
                if start < 0 or any(a <= start and end <= b for a, b in taken):
                    continue
                if folded[:start].endswith(_DENIED):
                    continue
                if not any(a <= start and end <= b and b - a > end - start for a, b in names):
                    taken.append((start, end))
                    found[name] = (*found.get(name, ()), values[value])
        return found


def read_scopes(session: Session, kb_id: int) -> Scopes:
    """Read the scopes of one knowledge base."""
    known: dict[str, dict[str, str]] = {}
    for name in SCOPE_FIELDS:
        values = {fold(value): value for value in labels.values(session, kb_id, FIELD_NAMES[name], _MOST_VALUES)}
        known[name] = {key: value for key, value in values.items() if _tells(name, key)}
    return Scopes({name: values for name, values in known.items() if values})


def holds_elsewhere(scope: Scope, question: AnalysedQuestion) -> bool:
    """Return whether ``scope`` restricts a field to something else than the question names, or to what it denies."""
    if any(f"{word}{fold(own)}" in question.normalised for own in words_of(scope) for word in _DENIED):
        return True
    return any(
        (own := getattr(scope, name)) is not None and fold(own) not in map(fold, asked)
        for name, asked in question.scope.items()
    )


def holds_there(scope: Scope, question: AnalysedQuestion) -> bool:
    """Return whether ``scope`` is restricted to just what the question names, in every field it names."""
    return all(
        (own := getattr(scope, name)) is not None and fold(own) in map(fold, asked)
        for name, asked in question.scope.items()
    )


def words_of(scope: Scope) -> Sequence[str]:
    """Return the restrictions of ``scope`` in the source's words; the version is told by the source."""
    return [value for name in PLACES if (value := getattr(scope, name)) is not None]


def is_elsewhere(passage: Passage, question: AnalysedQuestion) -> bool:
    """Return whether a passage tells of another scope than the question names: its record says so, or its facts."""
    fields = dict(passage.chunk.fields)
    line, region, channel, customer, version = (_first(fields, FIELD_NAMES[name]) for name in SCOPE_FIELDS)
    scopes = [fact.scope for fact in passage.facts] or [Scope(line, region, channel, customer, version)]
    return all(holds_elsewhere(scope, question) for scope in scopes)


def _first(fields: Mapping[str, str], names: Iterable[str]) -> str | None:
    return restriction(next((fields[name] for name in names if fields.get(name)), None))


def _tells(name: str, folded: str) -> bool:
    if not _SHORTEST <= len(folded) <= _LONGEST or folded in UNRESTRICTED or _NAMELESS.fullmatch(folded):
        return False
    return name != "version" or not _YEAR.search(folded)
