"""``dianmian worker``."""

from typing import Annotated

import typer

from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import complain, print_json


def worker(
    concurrency: Annotated[
        int, typer.Option(min=1, max=16, help="同时处理几个任务 Jobs at once, each of another knowledge base.")
    ] = 1,
    name: Annotated[str, typer.Option(help="名称 Name noted on the jobs; host and process if not given.")] = "",
    drain: Annotated[bool, typer.Option("--drain", help="队列空了就退出 End when no job is left.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """处理任务 Work on jobs of all tenants; Ctrl-C or SIGTERM gives running ones back at their next safe point.

    Any number of workers, on any machine that reaches the database. With --json the name is printed as one JSON object.
    """
    import asyncio
    import signal

    from service.jobs.worker import Worker

    with opened() as application:
        chosen = Worker(application, concurrency=concurrency, name=name, drain=drain)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: chosen.stop())
        if as_json:
            print_json({"worker": chosen.name, "concurrency": concurrency})
        else:
            complain(f"点面 Dianmian: 任务处理 worker {chosen.name} · {concurrency}")
        asyncio.run(chosen.run())
