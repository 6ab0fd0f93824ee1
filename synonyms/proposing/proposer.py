"""Occurrences to proposals: group, choose a name, leave out what is none."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.text import fold
from synonyms.proposing.entry import Entry, entries_of
from synonyms.proposing.grouping import grouped
from synonyms.proposing.name_parts import has_head, whole_of
from synonyms.proposing.noise import reason_against
from synonyms.proposing.occurrence import Example, LeftOut, Occurrence, Proposal, Proposals
from synonyms.proposing.wording import with_wordings

_EXAMPLES, _SUBJECTS = 3, 5
_SOLID = ("table", "pair")


def propose(occurrences: Iterable[Occurrence], texts: Iterable[str] = ()) -> Proposals:
    """Return attributes by importance, with aliases, dimension, examples and counts, and what was left out and why.

    Deterministic: the same occurrences in whatever order give the same proposals.

    Args:
        occurrences: What the documents say under which name.
        texts: The running text, for wordings under which nothing was read.
    """
    items = sorted(set(occurrences), key=_place)
    subjects = {item.subject for item in items if item.source in ("table", "row_name")}
    kept: list[Proposal] = []
    left: list[LeftOut] = []
    for group in grouped(entries_of(items)):
        if all(item.source == "heading" for entry in group for item in entry.occurrences):
            continue
        reason = reason_against(group, subjects)
        if reason:
            left += [LeftOut(entry.name, len(entry.occurrences), reason) for entry in group]
        else:
            kept.append(_proposal(group))
    kept.sort(key=lambda item: (-item.count * item.documents, item.name))
    left.sort(key=lambda item: (-item.count, item.name))
    return Proposals(tuple(_without_clashes(with_wordings(_without_clashes(kept), texts))), tuple(left))


def _place(item: Occurrence) -> tuple[str, ...]:
    return (item.document, item.passage, item.name, item.subject, item.value, item.source, item.heading)


def _proposal(group: Sequence[Entry]) -> Proposal:
    name = max(group, key=_fitness).name
    every = [item for entry in group for item in entry.occurrences]
    items = [item for item in every if item.source != "heading"]
    spellings = Counter(item.name for item in every)
    names = [spelling for spelling, _ in spellings.most_common()] + [entry.name for entry in group]
    names += [whole for spelling in names if (whole := whole_of(spelling))]
    measured = Counter(item.dimension for item in items if item.dimension)
    aliases = {fold(alias): alias for alias in reversed(names) if fold(alias) != fold(name)}
    return Proposal(
        name,
        tuple(sorted(aliases.values(), key=names.index)),
        measured.most_common(1)[0][0] if measured and any(entry.dimensions for entry in group) else "",
        len(items),
        len({item.document for item in items}),
        tuple(subject for subject, _ in Counter(item.subject for item in items).most_common(_SUBJECTS)),
        _examples(items),
    )


def _fitness(entry: Entry) -> tuple[float, int, str]:
    """Rate a name: said often and in many documents, in tables, short, and ending in what it measures."""
    solid = sum(item.source in _SOLID for item in entry.occurrences)
    rating = (
        min(len(entry.occurrences), 8) * 0.5
        + len(entry.documents)
        + (2.0 if solid else 0.0)
        + (2.0 if has_head(entry.name) else 0.0)
        - max(len(entry.name) - 6, 0) * 0.5
    )
    return rating, -len(entry.name), entry.name


def _examples(items: Sequence[Occurrence]) -> tuple[Example, ...]:
    """Return a few values, one of each document before a second of any."""
    chosen: dict[tuple[str, int], Occurrence] = {}
    seen: Counter[str] = Counter()
    for item in items:
        chosen.setdefault((item.document, seen[item.document]), item)
        seen[item.document] += 1
    first = sorted(chosen.items(), key=lambda entry: (entry[0][1], entry[0][0]))[:_EXAMPLES]
    return tuple(Example(item.subject, item.value, item.document, item.heading) for _, item in first)


def _without_clashes(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Keep a spelling for the weightiest proposal that has it: one alias leads to one name."""
    taken = {fold(item.name) for item in proposals}
    result = []
    for item in proposals:
        aliases = tuple(alias for alias in item.aliases if fold(alias) not in taken)
        taken |= {fold(alias) for alias in aliases}
        result.append(replace(item, aliases=aliases))
    return result
