"""All checks over a set of documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from extraction.inspected import Inspected
from extraction.lint.contradictions import contradictions
from extraction.lint.duplicates import duplicates
from extraction.lint.editions import outdated
from extraction.lint.finding import KINDS, SEVERITIES, Finding
from extraction.lint.headers import tables_without_header
from extraction.lint.intervals import interval_faults
from extraction.lint.references import broken_references
from extraction.lint.unitless import numbers_without_unit


@dataclass(frozen=True, slots=True)
class Options:
    """``on`` is the day on which the documents are to answer; without one, only the documents' own words count.

    ``passage`` is the length in characters from which a passage that stands twice is reported.
    """

    on: date | None = None
    passage: int = 40


def lint(documents: Sequence[Inspected], options: Options | None = None) -> tuple[Finding, ...]:
    """Return everything that is wrong, worst first, then by kind and place; each finding once."""
    chosen = options or Options()
    checks: tuple[Callable[[], Sequence[Finding]], ...] = (
        lambda: contradictions(documents),
        lambda: interval_faults(documents),
        lambda: numbers_without_unit(documents),
        lambda: broken_references(documents),
        lambda: outdated(documents, chosen.on),
        lambda: duplicates(documents, chosen.passage),
        lambda: tables_without_header(documents),
    )
    found = {each.id: each for check in checks for each in check()}
    return tuple(sorted(found.values(), key=_order))


def _order(found: Finding) -> tuple[int, int, str, int]:
    place = found.place
    return SEVERITIES.index(found.severity), KINDS.index(found.kind), place.file, place.span.char_start
