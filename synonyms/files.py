"""Vocabulary and synonym files (YAML) to entries. A bad file is refused whole, with line or field."""

from pathlib import Path
from typing import Any, get_args

import yaml

from core.errors import InvalidInput
from core.text import fold
from core.vocabulary import Synonym, Term, TermKind
from synonyms.name_set import NameSet, checked

_SECTIONS: dict[str, TermKind] = {
    "attributes": "attribute", "subjects": "subject", "values": "value", "units": "unit",
}  # fmt: skip


def read_vocabulary(path: Path) -> NameSet:
    """Read ``attributes``, ``subjects``, ``values`` and ``units``, each a list of name, dimension, aliases.

    Raises:
        InvalidInput: The file is not YAML, a field is missing or unknown, or one alias names two things.
    """
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
    """Read a list of ``kind``, ``alias``, ``canonical`` and optional ``scope``.

    Raises:
        InvalidInput: The file is not YAML, a field is missing or wrong, or one alias names two things.
    """
    data = _load(path)
    entries = data.get("synonyms", []) if isinstance(data, dict) else data
    aliases = tuple(
        _alias(entry, f"{path.name}[{number}]") for number, entry in enumerate(_sequence(entries, path.name), start=1)
    )
    return checked(NameSet((), aliases), path.name)


def _load(path: Path) -> Any:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except FileNotFoundError as error:
        raise InvalidInput("file not found", place=str(path)) from error
    except UnicodeDecodeError as error:
        raise InvalidInput("not UTF-8 text", place=path.name, advice="save the file as UTF-8") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise InvalidInput("not valid YAML", place=f"{path.name}{line}") from error


def _term(entry: Any, kind: TermKind, place: str) -> tuple[Term, list[Synonym]]:
    if isinstance(entry, str):
        entry = {"name": entry}
    fields = _mapping(entry, place)
    name = _text(fields, "name", place)
    unknown = set(fields) - {"name", "dimension", "aliases", "description"}
    if unknown:
        raise InvalidInput(f"unknown field {sorted(map(str, unknown))[0]!r}", place=place)
    others = [str(alias).strip() for alias in _sequence(fields.get("aliases") or [], f"{place}.aliases")]
    term = Term(kind, name, str(fields.get("dimension") or ""), str(fields.get("description") or ""))
    return term, [Synonym(kind, alias, name) for alias in others if alias and fold(alias) != fold(name)]


def _alias(entry: Any, place: str) -> Synonym:
    fields = _mapping(entry, place)
    kind = str(fields.get("kind") or "attribute")
    if kind not in get_args(TermKind):
        advice = "use subject, attribute, value or unit"
        raise InvalidInput(f"unknown kind {kind!r}", place=f"{place}.kind", advice=advice)
    return Synonym(
        _SECTIONS[f"{kind}s"], _text(fields, "alias", place), _text(fields, "canonical", place),
        str(fields.get("scope") or ""),
    )  # fmt: skip


def _text(fields: dict[str, Any], name: str, place: str) -> str:
    value = fields.get(name)
    if value is None or not str(value).strip():
        raise InvalidInput(f"{name} is missing", place=place)
    return str(value).strip()


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput("expected a mapping of fields", place=place)
    return value


def _sequence(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput("expected a list", place=place)
    return value
