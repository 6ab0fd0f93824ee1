"""``dianmian records``: questions with answers from a document, and records as a page for people."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from core.errors import InvalidInput
from core.settings import load_settings
from service.cli.options import AFile, JsonFlag
from service.cli.output import complain, print_json, say

if TYPE_CHECKING:
    from extraction.model.records import RecordSet

SOME_FAILED = 65


class _ExtractByDefault(TyperGroup):
    """``records FILE`` is ``records extract FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["extract", *args]
        return super().parse_args(ctx, args)


commands = typer.Typer(
    cls=_ExtractByDefault, help="问答条目 Questions with answers, from prose and back.", no_args_is_help=True
)


@commands.command("extract")
def extract(
    file: AFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="写入此文件 Write here.", show_default=False)
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """从文档生成问答条目 Make records from a document; `records FILE` is the same. Needs a language model.

    Every answer consists of whole sentences of the document. Exit code 65: part of the document was not read.
    """
    from core.llm import create_language_model
    from service.records.making import make_records, records_file

    settings = load_settings()
    document, found = make_records(file, settings, create_language_model(settings))
    data = records_file(document, found, settings)
    if output is not None:
        output.write_bytes(data)
    if as_json:
        print_json(_summary(found, output) if output is not None else found)
    elif output is None:
        say(data.decode())
    else:
        say(f"已写入 written: {output} · 条目 records {len(found.records)}")
    complain(*(f"未采信 refused: {why}" for why in found.refused))
    complain(*(f"未读 not read: {why}" for why in found.failed))
    if found.waiting:
        complain(f"未读 not read: {found.waiting} chunks got no answer from the language model")
    if found.failed or found.waiting:
        raise typer.Exit(SOME_FAILED)


@commands.command("render")
def render(
    file: AFile,
    to: Annotated[str, typer.Option("--to", help="md 或 html Form of the page.")] = "md",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="写入此文件 Write here.", show_default=False)
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """条目转为页面 Render records as Markdown or HTML for people."""
    from service.records.page import render_records

    if to not in ("md", "html"):
        raise InvalidInput(f"unknown form {to!r}", place="--to", advice="use md or html")
    page = render_records(file, to, load_settings())  # type: ignore[arg-type]
    if output is not None:
        output.write_text(page, encoding="utf-8")
    if as_json:
        print_json({"form": to, "page": page, "file": None if output is None else str(output)})
    else:
        say(page if output is None else f"已写入 written: {output}")


def _summary(found: "RecordSet", output: Path) -> dict[str, object]:
    return {
        "file": str(output),
        "records": len(found.records),
        "refused": found.refused,
        "failed": found.failed,
        "waiting": found.waiting,
        "usage": found.usage,
    }
