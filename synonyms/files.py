"""Vocabulary and synonym files (YAML or CSV) to entries. A bad file is refused whole, with line or field."""

from pathlib import Path
from typing import Any

import yaml

from core.errors import InvalidInput
from core.vocabulary import Synonym, Term, TermKind
from synonyms.entries import is_csv, kind_of, synonym_rows, term_of, text_of, vocabulary_rows
from synonyms.name_set import NameSet, checked

_SECTIONS: dict[str, TermKind] = {
    "attributes": "attribute", "subjects": "subject", "values": "value", "units": "unit",
}  # fmt: skip


def read_vocabulary(path: Path) -> NameSet:
    """Read ``attributes``, ``subjects``, ``values`` and ``units``, each a list of name, dimension, aliases.

    A CSV file has the columns kind, name, dimension, description and aliases, those parted by ``|``.

    Raises:
        InvalidInput: The file is neither, a field is missing or unknown, a dimension does not exist, or the aliases
            contradict each other.
    """
    if is_csv(path):
        return checked(vocabulary_rows(path), path.name)
    data = _mapping(_load(path), path.name)
    terms: list[Term] = []
    synonyms: list[Synonym] = []
    for section, entries in data.items():
        kind = _SECTIONS.get(str(section))
        if kind is None:
            raise InvalidInput(f"unknown section {section!r}", place=path.name, advice=f"use {', '.join(_SECTIONS)}")
        for number, entry in enumerate(_sequence(entries, f"{path.name}: {section}"), start=1):
            term, others = _term(entry, kind, f"{path.name}: {section}[{number}]")
            terms.append(term)
            synonyms.extend(others)
    return checked(NameSet(tuple(terms), tuple(synonyms)), path.name)


def read_synonyms(path: Path) -> NameSet:
    """Read a list of ``kind``, ``alias``, ``canonical`` and optional ``scope``; in CSV these are the columns.

    Raises:
        InvalidInput: The file is neither, a field is missing or wrong, or the aliases contradict each other.
    """
    if is_csv(path):
        return checked(synonym_rows(path), path.name)
    data = _load(path)
    entries = data.get("synonyms", []) if isinstance(data, dict) else data
    aliases = tuple(
        _alias(entry, f"{path.name}[{number}]") for number, entry in enumerate(_sequence(entries, path.name), start=1)
    )
    return checked(NameSet((), aliases), path.name)


class _Words(yaml.SafeLoader):
    """Reads every scalar as it is written: a term called 是, no or 3.10 is no boolean and no number."""


_Words.yaml_implicit_resolvers = {
    first: kept
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    if (kept := [pair for pair in pairs if pair[0] in ("tag:yaml.org,2002:null", "tag:yaml.org,2002:merge")])
}


def _load(path: Path) -> Any:
    text = text_of(path)
    try:
        return yaml.load(text, Loader=_Words) or {}  # noqa: S506 (a safe loader that reads fewer types)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise InvalidInput("not valid YAML", place=f"{path.name}{line}") from error
    except RecursionError as error:
        raise InvalidInput("nested too deeply", place=path.name, advice="write lists of words") from error


def _term(entry: Any, kind: TermKind, place: str) -> tuple[Term, list[Synonym]]:
    if isinstance(entry, str):
        entry = {"name": entry}
    fields = _mapping(entry, place)
    name = _text(fields, "name", place)
    unknown = set(fields) - {"name", "dimension", "aliases", "description"}
    if unknown:
        raise InvalidInput(f"unknown field {sorted(map(str, unknown))[0]!r}", place=place)
    others = [_word(alias, f"{place}.aliases") for alias in _sequence(fields.get("aliases") or [], f"{place}.aliases")]
    dimension, description = (_word(fields.get(key), f"{place}.{key}") for key in ("dimension", "description"))
    return term_of(kind, name, dimension, description, others, place)


def _alias(entry: Any, place: str) -> Synonym:
    fields = _mapping(entry, place)
    kind = kind_of(_word(fields.get("kind"), place) or "attribute", f"{place}.kind")
    scope = _word(fields.get("scope"), f"{place}.scope")
    return Synonym(kind, _text(fields, "alias", place), _text(fields, "canonical", place), scope)


def _text(fields: dict[str, Any], name: str, place: str) -> str:
    value = _word(fields.get(name), f"{place}.{name}")
    if not value:
        raise InvalidInput(f"{name} is missing", place=place)
    return value


def _word(value: Any, place: str) -> str:
    """Return a scalar; a structure where a word belongs may be a file made to unfold without end."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput("expected a word", place=place)
    return value.strip()


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput("expected a mapping of fields", place=place)
    return value


def _sequence(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput("expected a list", place=place)
    return value
