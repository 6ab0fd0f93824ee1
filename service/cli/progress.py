"""Progress bars on stderr, one per stage; silent when nobody watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from service.progress import Progress, silent

_NAMES = {
    "parse": "解析 parse",
    "embed": "向量 embed",
    "extract": "抽取 extract",
    "model": "语言模型 model",
    "weights": "权重 weights",
    "questions": "问题 questions",
    "judge": "评判 judge",
}


@contextmanager
def progress_bars(wanted: bool = True) -> Iterator[Progress]:
    """Show a bar per stage while the block runs, if ``wanted`` and stderr is a terminal."""
    if not wanted or not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(_NAMES.get(stage, stage), total=total)
            bars.update(tasks[stage], completed=done, total=max(done, total))

        yield show
