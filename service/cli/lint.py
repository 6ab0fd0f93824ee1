"""``dianmian lint``."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from core.settings import load_settings
from service.cli.diff import HtmlFile, written
from service.cli.options import JsonFlag
from service.cli.output import complain, print_json, say, shortened

if TYPE_CHECKING:
    from service.views.finding import LintReport

FOUND = 1
SOME_UNREAD = 65
Level = Literal["error", "warning", "note", "never"]


def lint(
    paths: Annotated[list[Path], typer.Argument(help="文件或文件夹 Files or folders.", show_default=False)],
    html: HtmlFile = None,
    fail_on: Annotated[
        Level, typer.Option("--fail-on", help="从哪一级起退出码为 1 From which severity on the exit code is 1.")
    ] = "error",
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", help="忽略的编号（可多次） Id to leave out; may be repeated.")
    ] = None,
    ignore_file: Annotated[
        Path | None,
        typer.Option("--ignore-file", help="忽略清单，每行一个编号 File of ids, one a line."),
    ] = None,
    on: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="在哪一天使用 Day on which the documents answer.")
    ] = None,
    passage: Annotated[
        int, typer.Option("--passage", min=10, help="重复段落的最短字数 Shortest duplicate passage, in characters.")
    ] = 40,
    vocabulary: Annotated[Path | None, typer.Option(help="词表 Vocabulary file (YAML).")] = None,
    synonyms: Annotated[Path | None, typer.Option(help="同义词表 Synonym file (YAML).")] = None,
    as_json: JsonFlag = False,
) -> None:
    """检查知识 Find what is wrong in documents before they answer: contradictions, gaps, broken references …

    A folder's `_kb/vocabulary.yaml` and `_kb/synonyms.yaml` are used unless others are named.
    Exit code 0: nothing at or above --fail-on; 1: something; 65: some file could not be read, the others were.
    """
    from service.inspection.lint_page import lint_page

    report = _report(paths, ignore or [], ignore_file, on.date() if on else None, passage, vocabulary, synonyms)
    if html is not None:
        written(html, lint_page(report))
    print_json(report) if as_json else _show(report)
    if report.unread:
        raise typer.Exit(SOME_UNREAD)
    if _fails(report, fail_on):
        raise typer.Exit(FOUND)


def _report(
    paths: list[Path],
    ignore: list[str],
    ignore_file: Path | None,
    on: date | None,
    passage: int,
    vocabulary: Path | None,
    synonyms: Path | None,
) -> "LintReport":
    from extraction.lint import Options
    from extraction.lint import lint as check
    from service.inspection.ignoring import ignored_ids, without_ignored
    from service.inspection.reading import naming_from, read_documents
    from service.sources import configuration_files, source_files
    from service.views.finding import lint_report

    ids = ignored_ids(ignore, ignore_file)
    found_vocabulary, found_synonyms = configuration_files(paths)
    naming = naming_from(vocabulary or found_vocabulary, synonyms or found_synonyms)
    reading = read_documents(source_files(paths), load_settings(), naming)
    findings = check(reading.documents, Options(on, passage))
    kept, unused = without_ignored(findings, ids)
    return lint_report(len(reading.documents), kept, reading.unread, len(findings) - len(kept), unused)


def _fails(report: "LintReport", level: Level) -> bool:
    from extraction.lint import SEVERITIES

    if level == "never":
        return False
    return any(report.counts[severity] for severity in SEVERITIES[: SEVERITIES.index(level) + 1])


def _show(report: "LintReport") -> None:
    from service.inspection.lint_page import summary
    from service.inspection.words import KIND, SEVERITY

    for finding in report.findings:
        say(f"{finding.evidence[0].place.label}", f"  [{SEVERITY[finding.severity]}] {KIND[finding.kind]} {finding.id}")
        say(f"  {finding.problem.zh}", f"  {finding.problem.en}")
        for evidence in finding.evidence:
            say(f"    {evidence.place.label}: {shortened(evidence.quote, 160)}")
        say(f"  → {finding.advice.zh} {finding.advice.en}", "")
    say(summary(report))
    complain(*(f"无法读取 not read: {each.file}: {each.problem.detail}" for each in report.unread))
    complain(*(f"不再需要忽略 no longer needed: {identity}" for identity in report.unused))
