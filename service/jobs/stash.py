"""What a job that is broken off need not do again, kept in the database until the job has ended."""

import io
import zlib

from store import uploads
from store.engine import Database

_NAME = 24


class JobStash:
    """Keeps what a load has read of a file, compressed, beside the uploads of its job."""

    def __init__(self, database: Database, kb_id: int, job_id: str) -> None:
        self._database = database
        self._kb_id = kb_id
        self._job_id = job_id

    def get(self, name: str) -> bytes | None:
        """Return what was kept under ``name``."""
        key = self._key(name)
        with self._database.session() as session:
            if not uploads.held(session, self._kb_id, [key]):
                return None
            return zlib.decompress(b"".join(uploads.read(session, self._kb_id, key)))

    def put(self, name: str, content: bytes) -> None:
        """Keep ``content``, once."""
        key = self._key(name)
        with self._database.session() as session:
            if not uploads.held(session, self._kb_id, [key]):
                uploads.write(session, self._kb_id, key, "", io.BytesIO(zlib.compress(content, 1)))

    def _key(self, name: str) -> str:
        return f"{self._job_id}.{name[:_NAME]}"
