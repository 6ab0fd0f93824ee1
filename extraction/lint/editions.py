"""Documents that are no longer in force and still in the set."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from core.document import Document
from core.text import fold
from extraction.inspected import Inspected, Place, place_in
from extraction.lint.finding import Evidence, Finding, Saying, Severity, finding

_FIRST_DAY = ("valid_from", "effective", "promulgated")
_REMOVE = Saying(
    "旧版已写明截止日期；不再需要时移出集合。", "The old one says when it ends; take it out once nobody needs it."
)
_SEPARATOR = "；"
_STATE = "中华人民共和国"
_KEEP_ONE = Saying(
    "从集合中移出旧版，或在其元数据中写明 valid_to。", "Take the old one out of the set, or give it a valid_to."
)


def outdated(documents: Sequence[Inspected], on: date | None) -> tuple[Finding, ...]:
    """Report former versions, documents another one repeals, and those that expired before ``on``.

    A note where the document itself says when it ends, a warning where dates tell which is in force, else an error.
    """
    found = [*_former(documents, on), *_repealed(documents, on)]
    named = {each.place.file for each in found}
    expired = _expired(documents, on) if on else ()
    return (*found, *(each for each in expired if each.place.file not in named))


def same_family(one: Document, other: Document) -> bool:
    """Return whether two documents are versions of one document, or one of them repeals the other."""
    return one is not other and (family(one) == family(other) or _repeals(one, other) or _repeals(other, one))


def _repeals(one: Document, other: Document) -> bool:
    titles = one.metadata.get("repeals", "").split(_SEPARATOR)
    return any(title and _bare(title) == _bare(other.title) for title in titles)


def apart(one: Document, other: Document) -> bool:
    """Return whether there is no day on which both documents hold."""
    (start, end), (begin, until) = (
        (_day(each.metadata.get("valid_from", "")), _day(each.metadata.get("valid_to", ""))) for each in (one, other)
    )
    return bool((end and begin and end < begin) or (until and start and until < start))


def family(document: Document) -> str:
    """Return what all versions of a document have in common."""
    return fold(document.metadata.get("series") or document.title)


def first_day(document: Document) -> str:
    """Return from when a document holds, as ISO, as far as it says so; else its version."""
    metadata = document.metadata
    return next((metadata[key] for key in _FIRST_DAY if metadata.get(key)), document.version)


def _former(documents: Sequence[Inspected], on: date | None) -> Iterator[Finding]:
    families: dict[str, list[Document]] = defaultdict(list)
    for each in documents:
        families[family(each.document)].append(each.document)
    for members in families.values():
        if len({(member.version, first_day(member)) for member in members}) < 2:
            continue
        ordered = sorted(members, key=lambda member: (member.version, first_day(member)))
        for old, new in pairwise(ordered):
            if (old.version, first_day(old)) != (new.version, first_day(new)) and not _is_to_come(new, on):
                yield _former_finding(old, new)


def _former_finding(old: Document, new: Document) -> Finding:
    ended = bool(old.metadata.get("valid_to"))
    told = _dated(old) and _dated(new)
    severity: Severity = "note" if ended else "warning" if told else "error"
    problem = Saying(
        f"《{old.title}》有两个版本：{_version(old)}和{_version(new)}，旧版仍在集合中。",
        f"There are two versions of “{old.title}”: {_version(old)} and {_version(new)}; the old one is still here.",
    )
    return finding("outdated", severity, problem, _REMOVE if ended else _KEEP_ONE, [_head(old), _head(new)])


def _dated(document: Document) -> bool:
    return any(document.metadata.get(key) for key in _FIRST_DAY)


def _version(document: Document) -> str:
    return document.version or first_day(document) or document.source_name


def _repealed(documents: Sequence[Inspected], on: date | None) -> Iterator[Finding]:
    titles = {_bare(each.document.title): each.document for each in documents}
    for each in documents:
        for name in each.document.metadata.get("repeals", "").split(_SEPARATOR):
            gone = titles.get(_bare(name)) if name else None
            if gone is None or family(gone) == family(each.document) or _is_to_come(each.document, on):
                continue
            problem = Saying(
                f"《{gone.title}》已由《{each.document.title}》废止，仍在集合中。",
                f"“{gone.title}” is repealed by “{each.document.title}” and still here.",
            )
            yield finding("outdated", "warning", problem, _KEEP_ONE, [_head(gone), _repealing(each.document, name)])


def _is_to_come(document: Document, on: date | None) -> bool:
    """Return whether a document is not in force yet on the day it is asked for."""
    metadata = document.metadata
    first = _day(metadata.get("repeals_from") or metadata.get("valid_from") or metadata.get("effective") or "")
    return on is not None and first is not None and first > on


def _bare(title: str) -> str:
    return fold(title).removeprefix(fold(_STATE))


def _expired(documents: Sequence[Inspected], on: date) -> Iterator[Finding]:
    for each in documents:
        document = each.document
        until = _day(document.metadata.get("valid_to", ""))
        if until is not None and until < on:
            problem = Saying(
                f"《{document.title}》的有效期到{until}为止，在{on}已经失效。",
                f"“{document.title}” was valid to {until} and is out of force on {on}.",
            )
            yield finding("outdated", "warning", problem, _REMOVE, [_head(document)])


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _head(document: Document) -> Evidence:
    block = document.blocks[0]
    place: Place = place_in(document, block, block.span.char_start, block.span.char_end)
    said = document.metadata.get("valid_to")
    return Evidence(place, f"{document.title} {document.version}".strip() + (f"（valid_to {said}）" if said else ""))


def _repealing(document: Document, name: str) -> Evidence:
    block = next((block for block in reversed(document.blocks) if name in block.text), document.blocks[0])
    return Evidence(place_in(document, block, block.span.char_start, block.span.char_end), block.text)
