"""Whether questions can be answered now: each part looked at by itself, with its reason where it is not well."""

from collections.abc import Callable

from msgspec import Struct

from core.errors import DianmianError
from service.wiring import Application
from store.queue_counts import check_queue


class Part(Struct, frozen=True):
    """One thing the service stands on. `reason` says why it is not well, empty when it is."""

    ok: bool
    reason: str = ""


def parts_of(application: Application) -> dict[str, Part]:
    """Return database, schema, model and queue; what needs a database that is away is not well either."""
    database = _tried(application.database.check_server)
    if not database.ok:
        away = Part(ok=False, reason="the database does not answer")
        schema = queue = away
    else:
        schema = _tried(application.database.check)
        queue = _tried(lambda: _check_queue(application))
    return {"database": database, "schema": schema, "model": _tried(application.retriever.warm_up), "queue": queue}


def _tried(check: Callable[[], object]) -> Part:
    try:
        check()
    except DianmianError as error:
        return Part(ok=False, reason=str(error))
    return Part(ok=True)


def _check_queue(application: Application) -> None:
    with application.database.session() as session:
        check_queue(session)
