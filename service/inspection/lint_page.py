"""Findings as one HTML page."""

from collections.abc import Iterator
from html import escape

from service.inspection.page import page, quote, table
from service.inspection.words import KIND, SEVERITY
from service.views.finding import FindingView, LintReport


def lint_page(report: LintReport) -> str:
    """Return the page of one lint."""
    return page("知识检查 Knowledge lint", _body(report))


def summary(report: LintReport) -> str:
    """Say in one line how much was found."""
    counts = " · ".join(f"{SEVERITY[name]} {count}" for name, count in report.counts.items())
    ignored = f" · 已忽略 ignored {report.ignored}" if report.ignored else ""
    return f"文件 files {report.files} · {counts}{ignored}"


def _body(report: LintReport) -> Iterator[str]:
    yield f"<p>{escape(summary(report))}</p>"
    if report.unread:
        rows = ([escape(each.file), escape(each.problem.detail)] for each in report.unread)
        yield "<h2>无法读取 Not read</h2>" + table(("文件 file", "原因 reason"), rows)
    for finding in report.findings:
        yield _finding(finding)


def _finding(finding: FindingView) -> str:
    tags = f'<span class="tag {finding.severity}">{escape(SEVERITY[finding.severity])}</span> '
    head = f"<h3>{tags}{escape(KIND[finding.kind])} <code>{escape(finding.id)}</code></h3>"
    said = f"<p>{escape(finding.problem.zh)}<br>{escape(finding.problem.en)}</p>"
    quotes = "".join(quote(each.quote, each.place.label) for each in finding.evidence)
    advice = f"<p>→ {escape(finding.advice.zh)} {escape(finding.advice.en)}</p>"
    return head + said + quotes + advice
