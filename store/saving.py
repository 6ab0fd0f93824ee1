"""Backup and restore of the database that the settings name, embedded or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from core.settings import Settings
from store.address import application_address, owner_address
from store.backup import save
from store.backup_file import Manifest
from store.embedded import EmbeddedServer
from store.restoring import restore
from store.roles import APPLICATION


def save_database(settings: Settings, path: Path) -> Manifest:
    """Save the database that ``settings`` name to ``path``; the service may be running. See ``store.backup.save``."""
    with _addresses(settings) as (owner, _):
        return save(owner, path)


def restore_database(settings: Settings, path: Path, *, replace: bool = False) -> Manifest:
    """Restore the database that ``settings`` name from ``path``. See ``store.restoring.restore``."""
    with _addresses(settings) as (owner, role):
        return restore(owner, role, path, settings, replace=replace)


@contextmanager
def _addresses(settings: Settings) -> Iterator[tuple[URL, str]]:
    if settings.database_url:
        yield owner_address(settings), application_address(settings).username or ""
        return
    server = EmbeddedServer(settings.home)
    server.start()
    try:
        server.prepare()
        yield server.owner_address(), APPLICATION
    finally:
        server.close()
