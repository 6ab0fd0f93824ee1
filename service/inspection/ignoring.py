"""Findings that a person has looked at and accepted, by id."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from core.errors import InvalidInput
from extraction.lint import Finding

_PREFIX = "lint_"


def ignored_ids(given: Iterable[str], file: Path | None) -> frozenset[str]:
    """Return the ids given and those of a file: one a line, what follows ``#`` is a remark.

    Raises:
        InvalidInput: The file cannot be read, or a line or id is none.
    """
    ids = {_checked(each.strip(), "--ignore") for each in given}
    if file is None:
        return frozenset(ids)
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"the ignore file cannot be read: {error}", place=str(file)) from error
    for number, line in enumerate(lines, 1):
        if said := line.partition("#")[0].strip():
            ids.add(_checked(said, f"{file}:{number}"))
    return frozenset(ids)


def without_ignored(findings: Sequence[Finding], ids: Collection[str]) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Return the findings that are left, and the ids that none of them has: what they named is mended."""
    found = {each.id for each in findings}
    return tuple(each for each in findings if each.id not in ids), tuple(sorted(set(ids) - found))


def _checked(identity: str, place: str) -> str:
    if not identity.startswith(_PREFIX):
        raise InvalidInput(f"{identity!r} is no id of a finding", place=place, advice=f"ids begin with {_PREFIX}")
    return identity
