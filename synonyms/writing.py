"""Names of a knowledge base as files that can be edited and read again."""

import csv
import io
from collections.abc import Iterable, Sequence

import yaml

from core.vocabulary import Synonym, Term, TermKind
from synonyms.entries import SYNONYM_COLUMNS, VOCABULARY_COLUMNS, guarded
from synonyms.name_set import NameSet

_SECTIONS: dict[TermKind, str] = {
    "attribute": "attributes", "subject": "subjects", "value": "values", "unit": "units",
}  # fmt: skip


def vocabulary_yaml(names: NameSet) -> str:
    """Return terms with their unscoped aliases as YAML; scoped aliases belong to the synonym file."""
    data: dict[str, list[dict[str, object]]] = {}
    for term in names.terms:
        data.setdefault(_SECTIONS[term.kind], []).append(_entry(term, _aliases(term, names.synonyms)))
    return _yaml(data) if data else ""


def synonyms_yaml(synonyms: Sequence[Synonym]) -> str:
    """Return a synonym map as YAML."""
    return _yaml({"synonyms": [_alias(synonym) for synonym in synonyms]})


def vocabulary_csv(names: NameSet) -> str:
    """Return what ``vocabulary_yaml`` returns, as CSV."""
    rows = (
        (term.kind, term.name, term.dimension, term.description, "|".join(_aliases(term, names.synonyms)))
        for term in names.terms
    )
    return _csv(VOCABULARY_COLUMNS, rows)


def synonyms_csv(synonyms: Sequence[Synonym]) -> str:
    """Return a synonym map as CSV."""
    return _csv(SYNONYM_COLUMNS, ((item.kind, item.alias, item.canonical, item.scope) for item in synonyms))


def _aliases(term: Term, synonyms: Iterable[Synonym]) -> list[str]:
    own = (item for item in synonyms if item.kind == term.kind and item.canonical == term.name)
    return [item.alias for item in own if not item.scope]


def _entry(term: Term, aliases: list[str]) -> dict[str, object]:
    entry: dict[str, object] = {"name": term.name, "dimension": term.dimension, "description": term.description}
    return {key: value for key, value in {**entry, "aliases": aliases}.items() if value}


def _alias(synonym: Synonym) -> dict[str, str]:
    entry = {"kind": synonym.kind, "alias": synonym.alias, "canonical": synonym.canonical, "scope": synonym.scope}
    return {key: value for key, value in entry.items() if value}


def _yaml(data: object) -> str:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=200)


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()
