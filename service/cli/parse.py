"""``dianmian parse``."""

from typing import Annotated

import typer

from core.settings import load_settings
from service.cli.options import AFile, JsonFlag
from service.cli.output import complain, print_json, say, shortened, table


def parse(
    file: AFile,
    markdown: Annotated[bool, typer.Option("--markdown", help="输出规范 Markdown Print canonical Markdown.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """解析文件 Read one file and show its blocks; nothing is stored."""
    from ingestion.sandbox import parse_isolated
    from service.views.document import document_view

    document = parse_isolated(file, settings=load_settings())
    if as_json:
        print_json(document_view(document))
        return
    if markdown:
        say(document.markdown)
        return
    rows = [
        (
            block.kind,
            block.level,
            block.span.page or block.span.row,
            " › ".join(block.heading_path),
            shortened(block.text),
        )
        for block in document.blocks
    ]
    say(f"《{document.title}》 {document.media_type} · {document.parser} · {len(document.blocks)} blocks")
    table(("类型 kind", "级 level", "页/行 page/row", "标题 headings", "内容 text"), rows)
    complain(*(f"警告 warning: {warning}" for warning in document.warnings))
