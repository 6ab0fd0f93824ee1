"""Taking turns across processes and machines: a lock by name, given back when the transaction ends."""

from sqlalchemy import text
from sqlalchemy.orm import Session

_TAKE = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


def take(session: Session, name: str) -> None:
    """Wait until nobody else holds the turn called ``name``, and hold it until this transaction ends."""
    session.execute(_TAKE, {"name": name})
