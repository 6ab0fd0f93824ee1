"""The file of a backup: one ZIP with a member of rows per table and a manifest that names them all.

The manifest holds the SHA-256 of every member, so that a file that was cut off or changed is refused before any of it
is used. Rows are PostgreSQL's own text form of COPY: unlike the binary one it means the same to every version.
"""

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.errors import InvalidInput

FORMAT = 1
MANIFEST = "manifest.json"
_BLOCK = 1 << 20
_ADVICE = "use another copy of the backup"


@dataclass(frozen=True, slots=True)
class Member:
    """The rows of one table: ``table`` with its schema, ``columns`` in the order of the rows."""

    table: str
    columns: tuple[str, ...]
    rows: int
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The name of the file inside."""
        return f"tables/{self.table}.copy"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        revision: The schema it was made of.
        program, server: Versions of this program and of PostgreSQL, for whoever reads it.
        made_at: When, by the database's clock.
        members: Tables, each after those it refers to.
        sequences: The last number given out by each sequence.
        indexed_spaces: Embedding spaces that had an index of vectors.
    """

    revision: str
    program: str
    server: str
    made_at: str
    members: tuple[Member, ...]
    sequences: Mapping[str, int]
    indexed_spaces: tuple[str, ...]
    format: int = FORMAT

    @property
    def rows(self) -> int:
        """All rows together."""
        return sum(member.rows for member in self.members)


class MemberWriter:
    """Takes the rows of one table, counting and hashing what goes by."""

    def __init__(self, target: Any) -> None:
        self._target = target
        self._hash = sha256()
        self._rows = self._size = 0

    def write(self, block: bytes) -> None:
        """Write a block of rows; a line break inside a value is escaped, so every one ends a row."""
        self._target.write(block)
        self._hash.update(block)
        self._rows += block.count(b"\n")
        self._size += len(block)

    def member(self, table: str, columns: tuple[str, ...]) -> Member:
        """Return what was written."""
        return Member(table, columns, self._rows, self._size, self._hash.hexdigest())


@contextmanager
def written_member(archive: zipfile.ZipFile, table: str) -> Iterator[MemberWriter]:
    """Open a member for the rows of ``table``."""
    with archive.open(Member(table, (), 0, 0, "").name, "w", force_zip64=True) as target:
        yield MemberWriter(target)


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Write the manifest, last of all: a file that was cut off has none."""
    archive.writestr(MANIFEST, json.dumps(asdict(manifest), ensure_ascii=False, indent=1))


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of the backup at ``path``, every member checked against it.

    Raises:
        InvalidInput: It is no backup, of an unknown form, cut off, or changed; the message says which.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(json.loads(archive.read(MANIFEST)))
            _check_names(archive, manifest)
            for member in manifest.members:
                _check_member(archive, member)
    except OSError as error:
        raise InvalidInput(f"the file cannot be read: {error.strerror or error}", place=str(path)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, NotImplementedError) as error:
        raise InvalidInput("this is no whole backup", place=str(path), advice=_ADVICE) from error
    except InvalidInput as error:
        raise InvalidInput(error.message, place=f"{path}: {error.place}", advice=_ADVICE) from error
    return manifest


def blocks_of(archive: zipfile.ZipFile, member: Member) -> Iterator[bytes]:
    """Yield the rows of a member in blocks."""
    with archive.open(member.name) as source:
        while block := source.read(_BLOCK):
            yield block


def _manifest(found: Any) -> Manifest:
    if found["format"] != FORMAT:
        raise InvalidInput(f"a backup of form {found['format']!r} is not known here", place=MANIFEST)
    members = tuple(Member(**{**one, "columns": tuple(one["columns"])}) for one in found["members"])
    return Manifest(**{**found, "members": members, "indexed_spaces": tuple(found["indexed_spaces"])})


def _check_names(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    found = sorted(archive.namelist())
    if found != sorted([MANIFEST, *(member.name for member in manifest.members)]):
        raise InvalidInput("the backup does not hold what its manifest names", place=MANIFEST)


def _check_member(archive: zipfile.ZipFile, member: Member) -> None:
    digest, size = sha256(), 0
    for block in blocks_of(archive, member):
        digest.update(block)
        size += len(block)
    if digest.hexdigest() != member.sha256 or size != member.size:
        raise InvalidInput("the rows are not those that were saved", place=member.name)
