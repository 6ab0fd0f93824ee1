"""Keys, limits and the trail, page by page, for every door."""

from core.errors import InvalidInput
from core.settings import Settings
from service.access.limits import with_settings
from service.views.access import AuditPage, KeyPage, LimitsView, audit_view, key_view, limits_view
from store import api_keys, audit
from store import limits as limit_store
from store.audit import AuditFilter
from store.session import Session

MOST = 1000


def key_page(session: Session, after: str | None = None, limit: int = 100) -> KeyPage:
    """Return one page of the tenant's keys, by id.

    Raises:
        InvalidInput: The limit is out of range.
    """
    _check_limit(limit)
    found = api_keys.listing(session, after, limit + 1)
    page = found[:limit]
    following = page[-1].id if len(found) > limit else None
    return KeyPage([key_view(key) for key in page], api_keys.count(session), following)


def limits_shown(session: Session, settings: Settings, tenant: str) -> LimitsView:
    """Return the limits of the session's tenant, which is called ``tenant``, and what it holds."""
    own = limit_store.get(session)
    return limits_view(tenant, own, with_settings(own, settings), limit_store.holding(session))


def audit_page(session: Session, wanted: AuditFilter, after: str | None = None, limit: int = 100) -> AuditPage:
    """Return one page of the tenant's trail, the newest first.

    Raises:
        InvalidInput: The limit is out of range, ``after`` is no ``next`` of a page, or a time has no zone.
    """
    _check_limit(limit)
    for place, moment in (("since", wanted.since), ("until", wanted.until)):
        if moment is not None and moment.tzinfo is None:
            raise InvalidInput("the time has no zone", place=place, advice="write it as 2030-01-31T00:00:00Z")
    found = audit.listing(session, wanted, _id_of(after), limit + 1)
    page = found[:limit]
    following = str(page[-1].id) if len(found) > limit else None
    return AuditPage([audit_view(event) for event in page], audit.count(session, wanted), following)


def _id_of(after: str | None) -> int | None:
    if after is None:
        return None
    if not (after.isascii() and after.isdigit() and len(after) <= 18):
        raise InvalidInput(f"{after[:40]!r} is no place in the trail", place="after", advice="use next of a page")
    return int(after)


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"a page has 1 to {MOST} entries", place="limit")
