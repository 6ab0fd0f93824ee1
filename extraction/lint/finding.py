"""One finding: what is wrong, where, and what to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from core.identity import stable_id
from core.text import fold
from extraction.inspected import Place

Kind = Literal[
    "contradiction", "overlap", "gap", "no_unit", "broken_reference", "outdated", "duplicate", "no_header"
]  # fmt: skip
Severity = Literal["error", "warning", "note"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
_ID_LENGTH = 15


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of a document that show what is wrong, and where they stand."""

    place: Place
    quote: str


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong (``problem``), where (``evidence``, the first is the place of the finding), and what to do.

    ``id`` stays the same while the quotes and file names do, wherever they stand in the files.
    """

    id: str
    kind: Kind
    severity: Severity
    problem: Saying
    advice: Saying
    evidence: tuple[Evidence, ...]

    @property
    def place(self) -> Place:
        """Where to look first."""
        return self.evidence[0].place


def finding(
    kind: Kind, severity: Severity, problem: Saying, advice: Saying, evidence: Sequence[Evidence], about: str = ""
) -> Finding:
    """Return a finding with its id; ``about`` tells several of one sentence apart."""
    said = [part for each in evidence for part in (each.place.file, fold(each.quote))]
    identity = stable_id("lint", kind, fold(about), *said)[:_ID_LENGTH]
    return Finding(identity, kind, severity, problem, advice, tuple(evidence))
