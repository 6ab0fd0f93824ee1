"""The way to the database: one transaction per session, one tenant per transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Connection, NullPool, create_engine, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from core.errors import ConfigurationError, Conflict
from core.settings import Settings
from store.address import application_address, owner_address, worker_address
from store.embedded import EmbeddedServer
from store.failure import translated
from store.migration import check_revision, check_server, head, revision_of, upgrade_at
from store.roles import APPLICATION
from store.tables import METADATA

_STILL = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
_SET_TENANT = text("SELECT set_config('dianmian.tenant', :tenant, true)")
_PATIENCE = text("SELECT set_config('lock_timeout', :milliseconds, false)")
# A holder's machine that has lost its power would else keep the right for hours.
_KEEPALIVE = text(
    "SELECT set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),"
    " set_config('tcp_keepalives_count', '3', false)"
)
_TAKE_TURN = text("SELECT pg_advisory_lock(hashtextextended(:name, 0))")
_ROLE = text("SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
_ROWS_GUARDED = text("SELECT row_security_active('knowledge_base')")


_POOL, _MORE = 10, 20
# Who a request acts for is known at its door; everything behind it opens sessions without being told.
_ACTING_FOR: ContextVar[str | None] = ContextVar("dianmian_tenant", default=None)


@contextmanager
def acting_for(tenant: str) -> Iterator[None]:
    """Let every session opened inside, in this task or in threads started from it by anyio, be of ``tenant``."""
    token = _ACTING_FOR.set(tenant)
    try:
        yield
    finally:
        _ACTING_FOR.reset(token)


def acting_tenant() -> str | None:
    """Return whom ``acting_for`` says is acted for here, ``None`` outside of it."""
    return _ACTING_FOR.get()


@dataclass(frozen=True, slots=True)
class PoolUsage:
    """Connections of one process: in use, waiting to be used, and the most there may be."""

    in_use: int
    idle: int
    limit: int


class Database:
    """An open database. A session is of the tenant it names, else of whom is acted for, else of ``tenant``."""

    def __init__(self, address: URL, owner: URL, tenant: str, server: EmbeddedServer | None = None) -> None:
        self.tenant = tenant
        self._address = address
        self._owner = owner
        self._server = server
        # Statements are not prepared on the server: a kept plan would not see which vector index fits the space,
        # and connection poolers in front of the database stay possible.
        self._engine = create_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=_POOL,
            max_overflow=_MORE,
            connect_args={"prepare_threshold": None},
        )

    @contextmanager
    def session(self, tenant: str | None = None, *, still: bool = False) -> Iterator[Session]:
        """Run one transaction for ``tenant`` (see the class): committed at the end, rolled back on any error.

        With ``still`` all its statements see the database as it was at the first one, for reading what belongs together
        while others write.

        Raises:
            NotReady, NotFound, Conflict, InvalidInput: What the database reported, as ``store.failure`` maps it.
        """
        name = self.acting_tenant if tenant is None else tenant
        with translated(), Session(self._engine, expire_on_commit=False) as session:
            event.listen(session, "after_begin", _tenant_setter(name, still=still))
            self._connect(session)
            yield session
            session.commit()

    @property
    def worker_address(self) -> str:
        """Where a worker reads the queue, for the driver."""
        return worker_address(self._address)

    @property
    def acting_tenant(self) -> str:
        """The tenant of a session that names none, as things stand here and now."""
        acted_for = _ACTING_FOR.get()
        return self.tenant if acted_for is None else acted_for

    def pool_usage(self) -> PoolUsage:
        """Return how many connections this process has and uses."""
        pool: Any = self._engine.pool
        return PoolUsage(pool.checkedout(), pool.checkedin(), _POOL + _MORE)

    @contextmanager
    def owner(self) -> Iterator[Connection]:
        """Open a connection of the tables' owner, each statement its own transaction, for building indexes."""
        engine = create_engine(self._owner, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with translated(), engine.connect() as connection:
            yield connection

    @contextmanager
    def exclusive(self, kb_id: int, patience: float = 600.0) -> Iterator[None]:
        """Hold the one right to load into a knowledge base, across processes and machines; a dead holder loses it.

        Args:
            kb_id: The knowledge base.
            patience: Seconds to wait for another holder.

        Raises:
            Conflict: Another holder did not finish in time.
        """
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # Kept out of the pool: closing the connection gives the right back, whatever has happened.
            connection.detach()
            try:
                with translated():
                    connection.execute(_KEEPALIVE)
                    connection.execute(_PATIENCE, {"milliseconds": str(max(1, round(patience * 1000)))})
                    connection.execute(_TAKE_TURN, {"name": f"dianmian.load:{kb_id}"})
            except Conflict as error:
                raise Conflict(
                    "another load of this knowledge base is still at work", advice="wait for it to end, then load again"
                ) from error
            yield

    def analyse(self) -> None:
        """Refresh the planner's statistics: worth a second after a large load, when queries would else go astray."""
        with self.owner() as connection:
            for table in METADATA.sorted_tables:
                connection.execute(text(f"ANALYZE {table.name}"))

    def close(self) -> None:
        """Close all connections; the embedded server stops when nobody else uses it."""
        self._engine.dispose()
        if self._server is not None:
            self._server.close()

    def check(self) -> None:
        """Check that the database is fit for use.

        Raises:
            NotReady: It does not answer, or its schema is not the one this program knows.
            ConfigurationError: The role would see other tenants' rows, or the server is too old.
        """
        with translated(), self._engine.connect() as connection:
            check_server(connection)
            check_revision(connection)
            _check_role(connection)

    def check_server(self) -> None:
        """Check that the server answers, starting an embedded one that is down.

        Raises:
            NotReady: It does not answer.
            ConfigurationError: It is too old, or refuses the user.
        """
        with self.session() as session:
            check_server(session.connection())

    def _connect(self, session: Session) -> None:
        try:
            session.connection()
        except OperationalError:
            if self._server is None:
                raise
            # It may be down, or listen and still recover from a kill: starting waits until it answers.
            session.rollback()
            self._server.start()
            session.connection()


def open_database(settings: Settings) -> Database:
    """Open the database that ``settings`` name, starting the embedded server when they name none.

    Raises:
        NotReady: It does not answer, or its schema is behind.
        ConfigurationError: An address, a folder or the role is unfit.
    """
    if settings.database_url:
        database = Database(application_address(settings), owner_address(settings), settings.tenant)
    else:
        database = _open_embedded(settings)
    try:
        database.check()
    except BaseException:
        database.close()
        raise
    return database


def _open_embedded(settings: Settings) -> Database:
    server = EmbeddedServer(settings.home)
    server.start()
    try:
        server.prepare()
        database = Database(server.address(), server.owner_address(), settings.tenant, server)
        with translated(), database._engine.connect() as connection:
            empty_or_behind = (revision_of(connection) or "") < head()
        if empty_or_behind:
            upgrade_at(server.owner_address(), APPLICATION)
    except BaseException:
        server.close()
        raise
    return database


def _check_role(connection: Connection) -> None:
    name, unlimited = connection.execute(_ROLE).one()
    if unlimited or not connection.scalar(_ROWS_GUARDED):
        raise ConfigurationError(
            f"the database role {name} would see every tenant's rows",
            place="DATABASE_URL",
            advice="use a role that is no superuser, has no BYPASSRLS and is not the owner, then run: dianmian migrate",
        )


def _tenant_setter(tenant: str, *, still: bool) -> Any:
    def set_tenant(_session: Session, _transaction: Any, connection: Connection) -> None:
        if still:
            connection.execute(_STILL)
        connection.execute(_SET_TENANT, {"tenant": tenant})

    return set_tenant
