"""Which tenants there are, for work that is done for all of them."""

from sqlalchemy import Connection, text

_HIDDEN = text("SELECT row_security_active('knowledge_base')")
_TENANTS = text("SELECT DISTINCT tenant FROM knowledge_base ORDER BY tenant")


def all_tenants(connection: Connection) -> list[str] | None:
    """Return every tenant that has a knowledge base; ``None`` when this role is shown only some.

    Args:
        connection: ``Database.owner()``.
    """
    if connection.scalar(_HIDDEN):
        return None
    return list(connection.scalars(_TENANTS))
