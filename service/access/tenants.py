"""Names of tenants."""

from core.errors import InvalidInput

_LONGEST = 100


def checked_tenant(name: str | None) -> str | None:
    """Return ``name``, ``None`` for the tenant of the settings.

    Raises:
        InvalidInput: It is empty, too long, padded or not printable.
    """
    if name is None:
        return None
    if not name or name != name.strip() or len(name) > _LONGEST or not name.isprintable():
        raise InvalidInput(
            f"{name!r} is no name for a tenant",
            place="--tenant",
            advice=f"use 1 to {_LONGEST} printable characters without blanks at the ends",
        )
    return name
