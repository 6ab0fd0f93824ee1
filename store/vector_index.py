"""The HNSW index of one embedding space, built only when a set has grown large."""

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

from core.embedding.space import Space
from core.errors import InvalidInput

_LARGEST = 4000

# An index over all partitions cannot be built while others write.
_PARTITIONED = text("SELECT relkind = 'p' FROM pg_class WHERE oid = 'embedding'::regclass")
_VALID = text("""
SELECT i.indisvalid FROM pg_index i
WHERE i.indexrelid = to_regclass(:name) AND i.indrelid = 'embedding'::regclass
""")


def index_name(space: Space) -> str:
    """Return the name of the space's index."""
    return f"embedding_{space.id}_idx"


def has_index(session: Session, space: Space) -> bool:
    """Return whether the space's index stands and is whole."""
    return bool(session.scalar(_VALID, {"name": index_name(space)}))


def ensure_index(connection: Connection, space: Space, *, m: int = 16, ef_construction: int = 64) -> bool:
    """Build the space's HNSW index unless it stands; searching goes on, and loading where nothing is partitioned.

    Args:
        connection: ``Database.owner()``: only the tables' owner may, and outside a transaction.
        space: The space.
        m: Neighbours per node.
        ef_construction: List size while building; at least twice ``m``.

    Returns:
        Whether it was built now.

    Raises:
        InvalidInput: The dimension is too large for an index; exact search still works.
    """
    if space.dimension > _LARGEST:
        raise InvalidInput(f"{space.dimension} dimensions are too many for an index", place=space.model)
    name = index_name(space)
    valid = connection.scalar(_VALID, {"name": name})
    if valid:
        return False
    if valid is not None:
        # A build that was broken off leaves a dead index behind.
        connection.execute(text(f"DROP INDEX {_manner(connection)} {name}"))
    options = f"m = {int(m)}, ef_construction = {max(int(ef_construction), 2 * int(m))}"
    connection.execute(
        text(
            f"CREATE INDEX {_manner(connection)} {name} ON embedding "
            f"USING hnsw ((vector::halfvec({int(space.dimension)})) halfvec_cosine_ops) "
            f"WITH ({options}) WHERE space_id = '{space.id}'"
        )
    )
    return True


def _manner(connection: Connection) -> str:
    return "" if connection.scalar(_PARTITIONED) else "CONCURRENTLY"
