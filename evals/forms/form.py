"""The same FAQ as records, as Markdown with headings, and as plain text without any."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput
from core.settings import Settings
from evals.external.place import Place
from evals.suite import Case
from service.records.page import render_records

_MARKS = re.compile(r"^#{1,6} |^- ", re.MULTILINE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]<>#|~&!$.)+=-])")


@dataclass(frozen=True, slots=True)
class Form:
    """One form. ``kb`` is its knowledge base, ``file`` the name it is loaded by."""

    name: str
    kb: str
    file: str
    content: bytes


def forms_of(records: Path, settings: Settings) -> tuple[Form, ...]:
    """Return the forms of a JSON file of records.

    The Markdown is the product's own rendering, which keeps every field; the plain text is that Markdown without its
    marks, so the three say the same words.

    Raises:
        InvalidInput: The file is not there, or holds no valid records.
    """
    page = render_records(records, "md", settings)
    return (
        Form("records (JSON)", "forms-records", records.name, records.read_bytes()),
        Form("Markdown with headings", "forms-markdown", f"{records.stem}.md", page.encode("utf-8")),
        Form("plain text", "forms-plain", f"{records.stem}.txt", without_marks(page).encode("utf-8")),
    )


def without_marks(markdown: str) -> str:
    """Return Markdown of the product's rendering as plain text: no heading or list marks, no escapes."""
    return _ESCAPE.sub(r"\1", _MARKS.sub("", markdown))


def record_places(records: Path, cases: Sequence[Case]) -> dict[str, tuple[Place, ...]]:
    """Return case id → its record's answer as a place that holds in every form.

    Raises:
        InvalidInput: A case names a record that the file does not have.
    """
    listed: list[Mapping[str, str]] = json.loads(records.read_text(encoding="utf-8"))
    answers = {record["id"]: record["answer"] for record in listed}
    places: dict[str, tuple[Place, ...]] = {}
    for case in cases:
        for gold in case.golds:
            if gold.anchor not in answers:
                raise InvalidInput(f"{records.name} has no record {gold.anchor}", place=f"question {case.id}")
        # The name of the document is left open: every form has another.
        places[case.id] = tuple(Place("", (answers[gold.anchor],)) for gold in case.golds)
    return places
