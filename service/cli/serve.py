"""``dianmian serve`` and ``dianmian migrate``."""

from typing import Annotated

import typer

from core.settings import load_settings
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import complain, print_json, say


def serve(
    host: Annotated[str | None, typer.Option(help="监听地址 Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="端口 Port; 0 takes a free one.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """启动服务 Start the HTTP service; Ctrl-C stops it.

    With --json the address is printed as one JSON object once it listens.
    """
    from service.access.exposure import check_exposure
    from service.asked.retention import purge_all
    from service.http.server import listen, run

    with opened() as application:
        purge_all(application.database, application.settings)
        chosen = application.settings
        socket = listen(chosen.host if host is None else host, chosen.port if port is None else port)
        check_exposure(chosen, socket.getsockname()[0])
        address = f"http://{socket.getsockname()[0]}:{socket.getsockname()[1]}"
        if as_json:
            print_json({"url": address, "docs": f"{address}/docs"})
        else:
            complain(f"点面 Dianmian: {address}  (API: {address}/docs)")
        run(application, socket)


def migrate(as_json: JsonFlag = False) -> None:
    """升级数据库 Bring the database schema up to date."""
    from store import migration

    revision = migration.upgrade(load_settings())
    print_json({"revision": revision}) if as_json else say(f"数据库版本 schema revision: {revision}")
