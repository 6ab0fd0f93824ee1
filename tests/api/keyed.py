"""Keys for tests, and a client that sends one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from litestar.testing import TestClient

from core.settings import Settings
from service.access.keys import NewKey, create_key
from service.access.scopes import SCOPES
from service.http.app import create_app
from service.wiring import Application, build
from store.engine import Database

Client = TestClient[Any]


def new_key(database: Database, tenant: str = "local", *scopes: str, expires_at: datetime | None = None) -> NewKey:
    """Make a key of ``tenant``, good for everything when no scope is named."""
    with database.session(tenant) as session:
        return create_key(session, "测试", scopes or SCOPES, expires_at)


def bearer(made: NewKey) -> dict[str, str]:
    """Return the header that presents the key."""
    return {"Authorization": f"Bearer {made.secret.text}"}


def keyed(settings: Settings, database: Database, **changes: object) -> Application:
    """Return the services of a server that wants keys."""
    return build(settings.model_copy(update={"access": "keys", **changes}), database)


@contextmanager
def serving(application: Application, made: NewKey | None = None) -> Iterator[Client]:
    """Serve ``application`` to a client that sends the key ``made``, if any, with every request."""
    with TestClient(create_app(application), raise_server_exceptions=False) as client:
        if made is not None:
            client.headers.update(bearer(made))
        yield client
