"""``dianmian eval external``."""

from pathlib import Path
from typing import Annotated

import typer

from service.cli.evaluate_room import room
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import print_json


def external(
    configuration: Annotated[Path, typer.Argument(help="系统说明 The systems (YAML).", show_default=False)],
    suite: Annotated[Path, typer.Option(help="评测集 The suite (YAML or JSON lines).", show_default=False)],
    documents: Annotated[
        Path | None, typer.Option(help="文档文件夹 The folder of the suite's documents.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=50, help="每题最多几条 Hits asked for a question.")] = 10,
    output: Annotated[Path, typer.Option(help="结果文件 Where the figures go.")] = Path("build/eval-external.json"),
    as_json: JsonFlag = False,
) -> None:
    """对比其他系统 Ask any search systems the questions of a suite, judged alike."""
    command = room("external.command")
    found = command.main(configuration, suite, opened, documents=documents, limit=limit)
    command.write(output, suite, found)
    if as_json:
        print_json({"suite": suite.name, "systems": found})
    else:
        command.show(suite, found)
