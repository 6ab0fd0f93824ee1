"""Labelled cases of other projects: a sentence and the quantities in it, or the same value written another way."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InvalidInput

SHORT = 30


@dataclass(frozen=True, slots=True)
class Span:
    """One labelled stretch: ``value`` as the source writes it, with the unit, currency or duration it gives."""

    start: int
    text: str
    value: str
    unit: str = ""
    iso: str = ""
    timex: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Case:
    """``spans`` of ``text`` that must be found (none: nothing of the type may be), or what it ``expect``s to equal.

    ``unsupported`` are the languages in which the source's own program is known not to do it.
    """

    source: str
    type: str
    text: str
    spans: tuple[Span, ...] | None = None
    expect: str = ""
    unsupported: str = ""

    @property
    def category(self) -> str:
        return f"{self.source}.{self.type}"

    @property
    def id(self) -> tuple[str, str]:
        """What names the case for good: its category and its sentence."""
        return self.category, self.text


def load(path: Path) -> tuple[Case, ...]:
    """Return the cases of a JSON-lines file.

    Raises:
        InvalidInput: The file cannot be read, or a line is no case.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(
            f"cannot read the labelled cases: {error.strerror}",
            place=str(path),
            advice="put them there, or name another file: python -m evals.quantities CASES.jsonl",
        ) from error
    return tuple(_case(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip())


def _case(line: str, place: str) -> Case:
    try:
        row = json.loads(line)
        spans = None if "spans" not in row else tuple(_span(span) for span in row["spans"] if span["value"] is not None)
        return Case(
            row["src"], row["type"], row["input"], spans, str(row.get("expect", "")), row.get("not_supported") or ""
        )
    except json.JSONDecodeError as error:
        raise InvalidInput(f"no JSON: {error.msg}", place=place, advice="one object per line") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"no case: {error}", place=place, advice="it needs src, type, input") from error


def _span(row: Mapping[str, Any]) -> Span:
    given = {name: row.get(name) or "" for name in ("unit", "iso", "timex")}
    return Span(int(row["start"]), row["text"], str(row["value"]), **given)
