"""Files that wait for a worker, kept in pieces so that none is ever held in memory whole."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from sqlalchemy import delete as sql_delete
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from core.errors import NotFound
from store.tables import UPLOAD, UPLOAD_PART

PART_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it is kept: ``sha256`` in hexadecimal, ``size`` in bytes."""

    id: str
    source_name: str
    sha256: str
    size: int


def write(session: Session, kb_id: int, upload_id: str, source_name: str, content: BinaryIO) -> Upload:
    """Keep ``content``, read from where it stands to its end, in pieces of one MiB.

    Raises:
        Conflict: There is an upload with this id.
        NotFound: The knowledge base is another tenant's.
    """
    digest, size = hashlib.sha256(), 0
    values = {"kb_id": kb_id, "id": upload_id, "source_name": source_name, "sha256": "", "size": 0}
    session.execute(insert(UPLOAD).values(values))
    for number, part in enumerate(iter(lambda: content.read(PART_BYTES), b"")):
        digest.update(part)
        size += len(part)
        row = {"kb_id": kb_id, "upload_id": upload_id, "number": number, "content": part}
        session.execute(insert(UPLOAD_PART).values(row))
    kept = Upload(upload_id, source_name, digest.hexdigest(), size)
    session.execute(
        UPLOAD.update()
        .where(UPLOAD.c.kb_id == kb_id, UPLOAD.c.id == upload_id)
        .values(sha256=kept.sha256, size=kept.size)
    )
    return kept


def read(session: Session, kb_id: int, upload_id: str) -> Iterator[bytes]:
    """Yield the pieces of an upload, in order, one at a time.

    Raises:
        NotFound: There is none with this id.
    """
    if session.scalar(select(UPLOAD.c.id).where(UPLOAD.c.kb_id == kb_id, UPLOAD.c.id == upload_id)) is None:
        raise NotFound(f"there is no upload {upload_id}", place=upload_id, advice="send the file again")
    number = 0
    while (part := _part(session, kb_id, upload_id, number)) is not None:
        yield part
        number += 1


def held(session: Session, kb_id: int, ids: Collection[str]) -> set[str]:
    """Return those among ``ids`` that are kept."""
    return set(session.scalars(select(UPLOAD.c.id).where(UPLOAD.c.kb_id == kb_id, UPLOAD.c.id.in_(list(ids)))))


def delete_of(session: Session, kb_id: int, owner: str) -> None:
    """Let go of every upload whose id begins with ``owner`` and a full stop."""
    session.execute(
        sql_delete(UPLOAD).where(UPLOAD.c.kb_id == kb_id, UPLOAD.c.id.startswith(f"{owner}.", autoescape=True))
    )


def _part(session: Session, kb_id: int, upload_id: str, number: int) -> bytes | None:
    statement = select(UPLOAD_PART.c.content).where(
        UPLOAD_PART.c.kb_id == kb_id, UPLOAD_PART.c.upload_id == upload_id, UPLOAD_PART.c.number == number
    )
    found: bytes | None = session.scalar(statement)
    return None if found is None else bytes(found)
