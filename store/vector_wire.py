"""Vectors on their way to the database: checked, brought to length one, packed as halves."""

from collections.abc import Sequence
from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from core.errors import InvalidInput


def normalised(vectors: NDArray[np.float32], dimension: int, names: Sequence[str]) -> NDArray[np.float16]:
    """Return ``vectors`` at length one, as halves of shape (n, dimension).

    Args:
        vectors: Shape (n, dimension).
        dimension: What the space demands.
        names: n names, for messages.

    Raises:
        InvalidInput: The shape does not fit, or a vector is zero or not finite.
    """
    wanted = (len(names), dimension)
    if vectors.shape != wanted:
        raise InvalidInput(
            f"vectors have shape {vectors.shape}, not {wanted}",
            place=names[0],
            advice="use the model whose space is stored with the vectors",
        )
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    bad = np.flatnonzero(~np.isfinite(lengths) | (lengths == 0))
    if bad.size:
        raise InvalidInput("the vector is zero or not finite", place=names[int(bad[0])], advice="check the model")
    halves: NDArray[np.float16] = (vectors / lengths[:, None]).astype(np.float16)
    return halves


def literal(half: NDArray[np.float16]) -> str:
    """Return one vector in the database's text form."""
    return "[" + ",".join(repr(float(part)) for part in half) + "]"


def copy_rows(session: Session, statement: LiteralString, ids: Sequence[str], halves: NDArray[np.float16]) -> None:
    """Send (id, vector) rows by a binary ``COPY`` statement.

    The binary form of a vector is its dimension and a zero, as 16-bit numbers, then big-endian halves
    (pgvector, ``halfvec_send``).
    """
    connection: Any = session.connection().connection.driver_connection
    head = np.array([halves.shape[1], 0], dtype=">u2").tobytes()
    packed = halves.astype(">f2")
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for name, row in zip(ids, packed, strict=True):
            copy.write_row((name.encode(), head + row.tobytes()))
