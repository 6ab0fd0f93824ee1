"""Two suites held against each other, question by question and field by field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evals.suite_files.case import Case
from evals.suite_files.entry import FIELDS
from evals.suite_writing import entry_of


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that differs; ``None`` where the question does not have it."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Change:
    """A question in both suites that is not the same in them; another id (``old_id``) is told beside the fields."""

    id: str
    old_id: str
    fields: tuple[Difference, ...]

    @property
    def renamed(self) -> bool:
        return self.id != self.old_id


@dataclass(frozen=True, slots=True)
class SuiteComparison:
    """What became of an old suite's questions in a new one."""

    added: tuple[Case, ...]
    removed: tuple[Case, ...]
    changed: tuple[Change, ...]
    unchanged: int


def compare_suites(old: Sequence[Case], new: Sequence[Case]) -> SuiteComparison:
    """Hold ``new`` against ``old``.

    A question is the same when its words are, whatever its id: suites that are drafted anew are numbered anew. Only
    what is left then is matched by id; its words were changed.
    """
    pairs = dict(_pairs(old, new))
    found = {before.id for before in pairs.values()}
    changes = [_change(pairs[case.id], case) for case in new if case.id in pairs]
    changed = tuple(change for change in changes if change.fields or change.renamed)
    return SuiteComparison(
        tuple(case for case in new if case.id not in pairs),
        tuple(case for case in old if case.id not in found),
        changed,
        len(changes) - len(changed),
    )


def comparison_view(comparison: SuiteComparison) -> dict[str, Any]:
    """Return a comparison as JSON-ready values."""
    return {
        "added": [entry_of(case) for case in comparison.added],
        "removed": [entry_of(case) for case in comparison.removed],
        "renamed": [{"old": each.old_id, "new": each.id} for each in comparison.changed if each.renamed],
        "changed": [
            {"id": each.id, "fields": {one.field: {"old": one.old, "new": one.new} for one in each.fields}}
            for each in comparison.changed
            if each.fields
        ],
        "unchanged": comparison.unchanged,
    }


def _pairs(old: Sequence[Case], new: Sequence[Case]) -> Iterator[tuple[str, Case]]:
    """Yield id of a new question → the old one it is: same id and words, then same words, then same id."""
    left, todo = {case.id: case for case in old}, list(new)
    for by_id, by_words in ((True, True), (False, True), (True, False)):
        waiting: dict[tuple[str, ...], list[Case]] = {}
        for case in left.values():
            waiting.setdefault(_key(case, by_id=by_id, by_words=by_words), []).append(case)
        unmatched = []
        for case in todo:
            same = waiting.get(_key(case, by_id=by_id, by_words=by_words))
            if not same:
                unmatched.append(case)
                continue
            before = same.pop(0)
            del left[before.id]
            yield case.id, before
        todo = unmatched


def _key(case: Case, *, by_id: bool, by_words: bool) -> tuple[str, ...]:
    return (*((case.id,) if by_id else ()), *((case.question.strip(),) if by_words else ()))


def _change(before: Case, after: Case) -> Change:
    old, new = entry_of(before), entry_of(after)
    names = [name for name in FIELDS if name != "id" and old.get(name) != new.get(name)]
    return Change(after.id, before.id, tuple(Difference(name, old.get(name), new.get(name)) for name in names))
