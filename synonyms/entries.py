"""Entries of vocabulary and synonym files, and their CSV form."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from core.errors import InvalidInput
from core.quantity import DIMENSIONS
from core.text import fold
from core.vocabulary import Synonym, Term, TermKind
from synonyms.name_set import NameSet

VOCABULARY_COLUMNS = ("kind", "name", "dimension", "description", "aliases")
SYNONYM_COLUMNS = ("kind", "alias", "canonical", "scope")
# What a vocabulary may say of an attribute whose values are no quantities.
WORDS = "text"
_BETWEEN = "|"
_ACTIVE = ("=", "+", "-", "@")
_MOST_BYTES = 10_000_000


def is_csv(path: Path) -> bool:
    """Return whether a file is read as CSV."""
    return path.suffix.lower() == ".csv"


def text_of(path: Path) -> str:
    """Return the text of a file of words.

    Raises:
        InvalidInput: It is missing, too large or not UTF-8.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InvalidInput(f"a file of words has at most {_MOST_BYTES} bytes", place=path.name)
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise InvalidInput("file not found", place=str(path)) from error
    except UnicodeDecodeError as error:
        raise InvalidInput("not UTF-8 text", place=path.name, advice="save the file as UTF-8") from error


def guarded(cell: str) -> str:
    """Return ``cell`` such that a spreadsheet does not run it; ``unguarded`` takes that back."""
    return f"'{cell}" if cell.lstrip("'").startswith(_ACTIVE) else cell


def unguarded(cell: str) -> str:
    """Return what ``guarded`` was given."""
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(_ACTIVE) else cell


def kind_of(name: str, place: str) -> TermKind:
    """Return the kind called ``name``.

    Raises:
        InvalidInput: There is none.
    """
    for kind in get_args(TermKind):
        if name == kind:
            return kind  # type: ignore[no-any-return]
    raise InvalidInput(f"unknown kind {name!r}", place=place, advice="use subject, attribute, value or unit")


def term_of(
    kind: TermKind, name: str, dimension: str, description: str, aliases: Sequence[str], place: str
) -> tuple[Term, list[Synonym]]:
    """Return a term with its aliases.

    Raises:
        InvalidInput: There is no such dimension.
    """
    if dimension not in ("", WORDS) and dimension not in DIMENSIONS and not dimension.startswith("rate."):
        shown = (name for name in DIMENSIONS if not name.startswith("money.") or name == "money.CNY")
        known = ", ".join((WORDS, *shown))
        raise InvalidInput(f"unknown dimension {dimension!r}", place=f"{place}.dimension", advice=f"use {known}")
    others = [Synonym(kind, alias, name) for alias in aliases if alias and fold(alias) != fold(name)]
    return Term(kind, name, dimension, description), others


def vocabulary_rows(path: Path) -> NameSet:
    """Read the CSV form of a vocabulary. Errors are those of ``synonyms.files.read_vocabulary``."""
    terms: list[Term] = []
    synonyms: list[Synonym] = []
    for place, row in _rows(path, VOCABULARY_COLUMNS, ("name",)):
        aliases = [alias.strip() for alias in row["aliases"].split(_BETWEEN)]
        kind = kind_of(row["kind"] or "attribute", f"{place}, kind")
        term, others = term_of(kind, row["name"], row["dimension"], row["description"], aliases, place)
        terms.append(term)
        synonyms += others
    return NameSet(tuple(terms), tuple(synonyms))


def synonym_rows(path: Path) -> NameSet:
    """Read the CSV form of a synonym map. Errors are those of ``synonyms.files.read_synonyms``."""
    found = [
        Synonym(kind_of(row["kind"] or "attribute", f"{place}, kind"), row["alias"], row["canonical"], row["scope"])
        for place, row in _rows(path, SYNONYM_COLUMNS, ("alias", "canonical"))
    ]
    return NameSet((), tuple(found))


def _rows(path: Path, columns: Sequence[str], needed: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    reader = csv.DictReader(io.StringIO(text_of(path), newline=""), strict=True)
    try:
        _check_header(reader.fieldnames or (), columns, needed, path.name)
        for row in reader:
            place = f"{path.name}, line {reader.line_num}"
            if None in row or None in row.values():
                raise InvalidInput("the line has more or fewer cells than the first", place=place)
            words = {name: unguarded((row.get(name) or "").strip()) for name in columns}
            if missing := [name for name in needed if not words[name]]:
                raise InvalidInput(f"{missing[0]} is missing", place=place)
            yield place, words
    except csv.Error as error:
        raise InvalidInput(f"not valid CSV: {error}", place=f"{path.name}, line {reader.line_num}") from error


def _check_header(names: Sequence[str], columns: Sequence[str], needed: Sequence[str], place: str) -> None:
    unknown = [name for name in names if name not in columns]
    if unknown or not set(needed) <= set(names):
        message = f"unknown column {unknown[0]!r}" if unknown else "a column is missing"
        raise InvalidInput(message, place=place, advice=f"the first line names the columns: {', '.join(columns)}")
