"""The limits of a tenant: those set for it, else those of the settings."""

from dataclasses import asdict, fields
from typing import Final

from core.errors import InvalidInput
from core.settings import Settings
from service.access.trail import note
from store import limits as limit_store
from store.limits import TenantLimits
from store.session import Session

# What one key may do in a minute without anybody having thought about it: ten requests a second.
REQUESTS_WITH_KEYS = 600
QUESTIONS_WITH_KEYS = 120
NAMES: tuple[str, ...] = tuple(each.name for each in fields(TenantLimits))
_LARGEST = {"documents": 2**63 - 1, "stored_bytes": 2**63 - 1}


class Unchanged:
    """Stands for a limit that is left as it is; ``None`` takes it back to the settings."""


UNCHANGED: Final = Unchanged()


def effective_limits(session: Session, settings: Settings) -> TenantLimits:
    """Return the limits that hold for the session's tenant; ``None`` is no limit."""
    return with_settings(limit_store.get(session), settings)


def with_settings(own: TenantLimits, settings: Settings) -> TenantLimits:
    """Return ``own``, what is not set there taken from ``settings``."""
    keyed = settings.access == "keys"
    general = {
        "documents": settings.quota_documents,
        "stored_bytes": settings.quota_bytes,
        "questions_per_minute": _first(settings.questions_per_minute, QUESTIONS_WITH_KEYS if keyed else None),
        "requests_per_minute": _first(settings.requests_per_minute, REQUESTS_WITH_KEYS if keyed else None),
    }
    return TenantLimits(**{name: _first(getattr(own, name), general[name]) for name in NAMES})


def set_limits(session: Session, **wanted: int | Unchanged | None) -> TenantLimits:
    """Set limits of the session's tenant, and return all that are set for it.

    Args:
        session: An open transaction.
        wanted: By name: a number, ``None`` for what the settings say, ``UNCHANGED``.

    Raises:
        InvalidInput: Nothing is changed, or a number is below 0 or too large.
    """
    given = {name: value for name, value in wanted.items() if not isinstance(value, Unchanged)}
    if not given:
        raise InvalidInput("nothing to change", place="limits", advice=f"give one or more of {', '.join(NAMES)}")
    for name, value in given.items():
        largest = _LARGEST.get(name, 2**31 - 1)
        if value is not None and not 0 <= value <= largest:
            raise InvalidInput(f"{value} is no limit", place=name, advice=f"use 0 to {largest}")
    before = asdict(limit_store.get(session))
    after = TenantLimits(**{**before, **given})
    limit_store.put(session, after)
    note(session, "set", "limits", "limits", before=before, after=asdict(after))
    return after


def _first(value: int | None, otherwise: int | None) -> int | None:
    return otherwise if value is None else value
