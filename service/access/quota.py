"""What a tenant may hold: documents, and bytes of text."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from core.errors import NotAllowed
from core.settings import Settings
from service.access.limits import effective_limits
from store import limits as limit_store
from store.limits import Holding, TenantLimits
from store.session import Session


def check_upload(session: Session, settings: Settings, kb_id: int, files: Mapping[str, int]) -> None:
    """Refuse files that would lead beyond the quota, before they are taken.

    Where the transaction keeps the files for a worker, no other upload of the tenant can slip in between until it ends.

    Args:
        session: An open transaction.
        settings: Limits of tenants that have none of their own.
        kb_id: Where they go; a file of a name that is there takes the other's place.
        files: Name → bytes.

    Raises:
        NotAllowed: The quota is too small; the message says limit and present size.
    """
    limits = _limits(session, settings)
    if limits is None:
        return
    kept = limit_store.holding(session, kb_id, list(files))
    wanted = Holding(kept.documents + len(files), kept.stored_bytes + sum(files.values()))
    _check(limits, limit_store.holding(session), wanted)


@contextmanager
def within_quota(session: Session, settings: Settings) -> Iterator[None]:
    """Check what the block has stored; who stores more than the quota allows fails with the whole transaction.

    Raises:
        NotAllowed: The quota is too small, and the block has added to what is held.
    """
    limits = _limits(session, settings)
    if limits is None:
        yield
        return
    # Files that wait were let in with their own size; here it is their text that counts.
    before = limit_store.stored(session)
    yield
    _check(limits, before, limit_store.stored(session))


def _limits(session: Session, settings: Settings) -> TenantLimits | None:
    limits = effective_limits(session, settings)
    if limits.documents is None and limits.stored_bytes is None:
        return None
    limit_store.take_turn(session)
    return limits


def _check(limits: TenantLimits, present: Holding, wanted: Holding) -> None:
    sizes = (
        ("documents", limits.documents, present.documents, wanted.documents),
        ("bytes", limits.stored_bytes, present.stored_bytes, wanted.stored_bytes),
    )
    for what, limit, now, then in sizes:
        # What makes things smaller is welcome even above a quota that was lowered.
        if limit is not None and then > max(limit, now):
            raise NotAllowed(
                f"the quota of this tenant is {limit} {what}; it holds {now}, and would hold {then}",
                place=f"quota {what}",
                advice="delete documents, or have the quota raised: dianmian limits set",
            )
