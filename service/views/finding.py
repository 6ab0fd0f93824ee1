"""What lint found, as the doors show it."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from extraction.lint import SEVERITIES, Finding, Kind, Severity
from service.inspection.reading import Unread
from service.views.conversion import view
from service.views.problem import Problem, problem_of
from service.views.source_place import PlaceView, place_view


class SayingView(Struct, frozen=True):
    """One sentence in both languages."""

    zh: str
    en: str


class EvidenceView(Struct, frozen=True):
    """Words of a document that show what is wrong, and where they stand."""

    place: PlaceView
    quote: str


class FindingView(Struct, frozen=True):
    """What is wrong, where, and what to do."""

    id: Annotated[str, Meta(description="Stays while the file's name and the quotes do.", examples=["lint_c6ce964e71"])]
    kind: Kind
    severity: Severity
    problem: SayingView
    advice: SayingView
    evidence: Annotated[list[EvidenceView], Meta(description="The first is the place to look at first.")]


class UnreadFile(Struct, frozen=True):
    """A file that could not be read, and why."""

    file: str
    problem: Problem


class LintReport(Struct, frozen=True):
    """All findings, worst first."""

    files: Annotated[int, Meta(description="Files that were read.")]
    counts: Annotated[dict[str, int], Meta(description="Findings per severity.")]
    findings: list[FindingView]
    unread: list[UnreadFile]
    ignored: Annotated[int, Meta(description="Findings left out because their id is to be ignored.")] = 0
    unused: Annotated[list[str], Meta(description="Ids to be ignored that no finding has any more.")] = []


def lint_report(
    files: int, findings: Sequence[Finding], unread: Sequence[Unread], ignored: int = 0, unused: Sequence[str] = ()
) -> LintReport:
    """Return what lint found as the doors show it."""
    counted = Counter(each.severity for each in findings)
    return LintReport(
        files,
        {severity: counted[severity] for severity in SEVERITIES},
        [finding_view(each) for each in findings],
        [UnreadFile(each.file, problem_of(each.error)) for each in unread],
        ignored,
        list(unused),
    )


def finding_view(finding: Finding) -> FindingView:
    """Return one finding as the doors show it."""
    return FindingView(
        finding.id,
        finding.kind,
        finding.severity,
        view(finding.problem, SayingView),
        view(finding.advice, SayingView),
        [EvidenceView(place_view(each.place), each.quote) for each in finding.evidence],
    )
