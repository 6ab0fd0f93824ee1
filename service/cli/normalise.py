"""``dianmian normalise``."""

from typing import Annotated

import typer

from service.cli.options import JsonFlag
from service.cli.output import print_json, say, table


def normalise(
    text: Annotated[list[str], typer.Argument(help="文字 Text; words are joined.", show_default=False)],
    as_json: JsonFlag = False,
) -> None:
    """数量归一 Find the quantities of a text and show their canonical form."""
    from service.views.quantities import normalised

    found = normalised(" ".join(text))
    if as_json:
        print_json(found)
        return
    rows = [
        (item.quantity.raw, item.kind, item.quantity.dimension, item.canonical, f"{item.start}-{item.end}")
        for item in found.quantities
    ]
    if rows:
        table(("原文 raw", "类型 kind", "量纲 dimension", "归一 canonical", "位置 characters"), rows)
    else:
        say("没有数量 no quantity found")
