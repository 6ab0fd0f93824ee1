"""Turns the database's errors into the project's own, at the edge, once."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from core.errors import ConfigurationError, Conflict, DianmianError, InvalidInput, NotFound, NotReady

_Kinds = tuple[tuple[type[Exception], ...], type[DianmianError], str, str]

# Order matters: the first class that fits decides.
_TABLE: tuple[_Kinds, ...] = (
    ((errors.InvalidPassword, errors.InvalidAuthorizationSpecification), ConfigurationError,
     "the database refused the user or password", "check DATABASE_URL"),
    ((errors.InvalidCatalogName,), ConfigurationError, "the database does not exist", "check DATABASE_URL"),
    ((errors.UndefinedTable, errors.UndefinedColumn), NotReady, "the database schema is behind",
     "run: dianmian migrate"),
    ((errors.InsufficientPrivilege,), NotFound, "no such knowledge base for this tenant", "check its name"),
    ((errors.ForeignKeyViolation,), Conflict, "what this belongs to is gone", "load the document again"),
    ((psycopg.IntegrityError,), Conflict, "this contradicts what is already stored", ""),
    ((errors.DeadlockDetected, errors.SerializationFailure, errors.LockNotAvailable), Conflict,
     "someone else changed the same data at the same moment", "try again"),
    ((errors.QueryCanceled,), NotReady, "the database took too long", "try again, or ask for less"),
    ((psycopg.DataError, errors.ProgramLimitExceeded), InvalidInput, "the database cannot hold this value", ""),
    ((errors.DiskFull,), NotReady, "the database's disk is full", "give it more room, then try again"),
    ((psycopg.OperationalError, psycopg.InterfaceError), NotReady, "the database does not answer",
     "start it, or check DATABASE_URL"),
)  # fmt: skip


def translate(error: BaseException) -> DianmianError | None:
    """Return the project's error for a database error, ``None`` for one that is a fault of the program."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, PoolTimeout):
        return NotReady("too many requests use the database at once", advice="try again")
    if isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None:
        return _unreachable(cause)
    for kinds, kind, message, advice in _TABLE:
        if isinstance(cause, kinds):
            return kind(message, place=_place(cause), advice=advice)
    return None


def _unreachable(error: psycopg.OperationalError) -> DianmianError:
    """Tell a wrong address from a server that is down; the driver gives no code before a connection stands."""
    lines = str(error).splitlines() or [""]
    reason = lines[0].split("failed: ")[-1].removeprefix("FATAL:").strip()
    if "authentication failed" in reason or "does not exist" in reason:
        return ConfigurationError(f"the database refused: {reason}", place="DATABASE_URL", advice="check DATABASE_URL")
    return NotReady(f"the database does not answer: {reason}", advice="start it, or check DATABASE_URL")


def _place(error: BaseException) -> str:
    """Name table and constraint; never the server's detail line, which quotes data."""
    diagnostic = getattr(error, "diag", None)
    parts = (getattr(diagnostic, "table_name", None), getattr(diagnostic, "constraint_name", None))
    return ".".join(part for part in parts if part)


@contextmanager
def translated() -> Iterator[None]:
    """Raise the project's errors instead of the database's.

    Raises:
        NotReady, NotFound, Conflict, InvalidInput, ConfigurationError: As the table above says.
    """
    try:
        yield
    except (SQLAlchemyError, psycopg.Error) as error:
        known = translate(error)
        if known is None:
            raise
        raise known from error
