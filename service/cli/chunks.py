"""``dianmian chunks``: how a file is cut, and what changes between two versions of it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from core.errors import InvalidInput
from core.settings import load_settings
from service.cli.options import AFile, JsonFlag
from service.cli.output import print_json, say, shortened, table

if TYPE_CHECKING:
    from core.chunk import Chunk
    from core.document import Document


class _ReportByDefault(TyperGroup):
    """``chunks FILE`` is ``chunks report FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["report", *args]
        return super().parse_args(ctx, args)


commands = typer.Typer(cls=_ReportByDefault, help="分块 How a file is cut into chunks.", no_args_is_help=True)


@commands.command("report")
def report(
    file: AFile,
    form: Annotated[str, typer.Option("--report", help="csv、json 或 table Form of the report.")] = "table",
    as_json: JsonFlag = False,
) -> None:
    """分块报告 List every chunk of a file with its source; `chunks FILE` is the same."""
    from ingestion import traceability

    if form not in ("csv", "json", "table"):
        raise InvalidInput(f"unknown form {form!r}", place="--report", advice="use csv, json or table")
    rows = traceability.trace_rows(*_cut(file))
    if as_json:
        print_json({"chunks": rows})
    elif form == "json":
        sys.stdout.write(traceability.to_json_text(rows))
    elif form == "csv":
        sys.stdout.write(traceability.to_csv_text(rows))
    else:
        shown = [
            (row["ordinal"], row["kind"], row["characters"], " › ".join(row["heading_path"]), shortened(row["text"]))
            for row in rows
        ]
        table(("#", "类型 kind", "字数 characters", "标题 headings", "内容 text"), shown)


@commands.command("diff")
def diff(old: AFile, new: AFile, as_json: JsonFlag = False) -> None:
    """比较分块 Which chunks were added, removed, kept and moved between two versions of a file."""
    from ingestion.traceability import compare_chunks

    before, after = _cut(old, new.name)[1], _cut(new)[1]
    changes = compare_chunks(before, after)
    if as_json:
        print_json(changes)
        return
    texts = {chunk.id: chunk.text for chunk in (*before, *after)}
    say(*(f"- {shortened(texts[identity], 100)}" for identity in changes.removed))
    say(*(f"+ {shortened(texts[identity], 100)}" for identity in changes.added))
    say(
        f"新增 added {len(changes.added)} · 删除 removed {len(changes.removed)} · "
        f"保留 kept {len(changes.kept)} · 移动 moved {len(changes.moved)}"
    )


def _cut(file: Path, name: str | None = None) -> "tuple[Document, tuple[Chunk, ...]]":
    """Parse and chunk ``file``; ``name`` makes it a version of another file, so that equal chunks have equal ids."""
    from ingestion.chunk import chunk_document
    from ingestion.sandbox import parse_isolated

    settings = load_settings()
    document = parse_isolated(file, source_name=name or file.name, settings=settings)
    return document, chunk_document(document, settings)
