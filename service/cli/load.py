"""``dianmian load``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.model_line import model_line
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName
from service.cli.output import complain, print_json, say
from service.cli.progress import progress_bars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.loading import LoadReport
    from service.sources import SourceFile
    from service.wiring import Application

SOME_FAILED = 65


def load(
    paths: Annotated[list[Path], typer.Argument(help="文件或文件夹 Files or folders.", show_default=False)],
    kb: KbName,
    vocabulary: Annotated[Path | None, typer.Option(help="词表 Vocabulary file (YAML).")] = None,
    synonyms: Annotated[Path | None, typer.Option(help="同义词表 Synonym file (YAML).")] = None,
    parser: Annotated[
        str | None, typer.Option(help="解析方式：local 或 remote Who reads the files.", show_default=False)
    ] = None,
    queue: Annotated[
        bool, typer.Option("--queue", help="交给后台任务 Leave it to workers: one job for each file.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """加载文档 Load documents; loading the same file again changes nothing.

    A folder's `_kb/vocabulary.yaml` and `_kb/synonyms.yaml` are used unless others are named.
    Exit code 65: some file could not be loaded, the others were.
    """
    from service.sources import configuration_files, source_files

    files = source_files(paths)
    found_vocabulary, found_synonyms = configuration_files(paths)
    with opened() as application, progress_bars(not as_json) as progress:
        _import(application, kb, vocabulary or found_vocabulary, synonyms or found_synonyms)
        if queue:
            _queue(application, kb, files, parser, as_json)
            return
        report = application.loader.load_files(kb, files, progress=progress, parser=parser)
    print_json(report) if as_json else _show(report)
    if report.failures:
        raise typer.Exit(SOME_FAILED)


def _import(application: "Application", kb: str, vocabulary: Path | None, synonyms: Path | None) -> None:
    if not vocabulary and not synonyms:
        return
    from service.knowledge_bases import get_or_create
    from service.names import import_names

    with application.database.session() as session:
        import_names(session, get_or_create(session, kb), vocabulary, synonyms)


def _queue(
    application: "Application", kb: str, files: "Sequence[SourceFile]", parser: str | None, as_json: bool
) -> None:
    from service.jobs.submitting import submit
    from service.knowledge_bases import get_or_create
    from service.uploads import Upload
    from service.views.job import job_view

    with application.database.session() as session:
        base = get_or_create(session, kb)
    jobs = []
    for file in files:
        with file.path.open("rb") as content:
            job, _ = submit(application, base, [Upload(file.name, content)], parser=parser)
        jobs.append(job_view(base.name, job))
    if as_json:
        print_json({"jobs": jobs})
        return
    say(*(f"{job.id}  {job.state}  {job.files[0].name}" for job in jobs))
    complain(f"已排队 queued: {len(jobs)} · dianmian jobs watch --kb {kb}")


def _show(report: "LoadReport") -> None:
    say(
        f"{report.kb}: 已加载 loaded {len(report.loaded)} · 未变 unchanged {len(report.unchanged)} · "
        f"重复 duplicates {len(report.duplicates)} · 失败 failed {len(report.failures)}",
        f"分块 chunks +{report.chunks_added} ={report.chunks_kept} -{report.chunks_removed} · "
        f"向量 embedded {report.embedded} · 事实 facts {report.facts} · {report.seconds.get('total', 0):.1f} s",
        f"语言模型 language model: {model_line(report.model)}",
        "合计 total: " + " · ".join(f"{name} {count}" for name, count in report.totals.items()),
    )
    complain(*(f"警告 warning: {warning}" for warning in report.warnings))
    complain(*(f"重复 duplicate: {pair}" for pair in report.duplicates))
    complain(*(f"失败 failed: {failure.message}" for failure in report.failures))
