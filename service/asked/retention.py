"""Old questions leave the log: when a process starts, and once an hour for tenants that ask."""

import structlog

from core.errors import DianmianError
from core.settings import Settings
from store import asked, tenants
from store.engine import Database

_log = structlog.get_logger("dianmian.asked")


def purge_own(database: Database, days: float, tenant: str) -> int:
    """Delete a tenant's questions older than ``days``; return how many."""
    with database.session(tenant) as session:
        return asked.purge(session, days)


def purge_all(database: Database, settings: Settings) -> int:
    """Delete what every tenant has kept too long, and return how many; nothing while retention is off.

    A program that may not read the list of tenants cleans up for its own. A failure is logged: nobody waits for this.
    """
    if not settings.query_log_days:
        return 0
    gone = 0
    try:
        with database.owner() as connection:
            known = tenants.all_tenants(connection)
        for tenant in known if known is not None else (database.tenant,):
            gone += purge_own(database, settings.query_log_days, tenant)
    except DianmianError as error:
        _log.warning("old questions were not deleted", reason=type(error).__name__)
    if gone:
        _log.info("old questions deleted", count=gone)
    return gone
