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
AFile = Annotated[Path, typer.Argument(help="文件 The file.", show_default=False)]
