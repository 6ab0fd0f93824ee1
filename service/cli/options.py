"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

JsonFlag = Annotated[bool, typer.Option("--json", help="以 JSON 输出 Print one JSON object and nothing else.")]
KbName = Annotated[str, typer.Option("--kb", help="知识库名 Name of the knowledge base.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=50, help="最多几条 At most this many results.")]
PageLimit = Annotated[int, typer.Option("--limit", min=1, max=1000, help="每页几条 Entries per page.")]
After = Annotated[str | None, typer.Option("--after", help="接着上一页的 next Go on after `next` of the page before.")]
Question = Annotated[str, typer.Argument(help="问题 The question.", show_default=False)]
Documents = Annotated[
    list[str] | None, typer.Option("--document", help="只查此文档，可重复 Only this file or id; may be repeated.")
]
Categories = Annotated[
    list[str] | None, typer.Option("--category", help="只查此分类，可重复 Only this category; may be repeated.")
]
ProductLines = Annotated[
    list[str] | None, typer.Option("--product-line", help="只查此产品线，可重复 Only this product line; repeatable.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="只查此标签，可重复 Only this tag; may be repeated.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", help="任一字段，如 region=华东，可重复 Any field of documents or records; repeatable."),
]
On = Annotated[str | None, typer.Option("--on", help="只查当日有效的，如 2025-03-01 Only what is in force that day.")]
AFile = Annotated[Path, typer.Argument(help="文件 The file.", show_default=False)]
Tenant = Annotated[
    str | None, typer.Option("--tenant", help="租户 Tenant; else that of the settings.", show_default=False)
]
