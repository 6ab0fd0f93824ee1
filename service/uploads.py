"""Files handed over with a name of the sender's choosing: stored under names of our own, loaded under that name."""

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.errors import InvalidInput
from service.loading import LoadReport
from service.sources import SourceFile
from service.wiring import Application

LONGEST_NAME = 200
_SEPARATORS = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrived: ``name`` as sent, ``content`` open for reading."""

    name: str
    content: BinaryIO


def load_uploads(
    application: Application, kb: str, uploads: Sequence[Upload], *, parser: str | None = None
) -> LoadReport:
    """Load ``uploads`` into ``kb``, which must exist. Loading the same bytes again changes nothing.

    Args:
        parser: ``local`` or ``remote``; see ``Loader.load``.

    Raises:
        InvalidInput: There is no file, a name is empty, or two files have one name.
    """
    with _on_disk(uploads) as files:
        return application.loader.load_files(kb, files, parser=parser)


def sizes_of(uploads: Sequence[Upload]) -> dict[str, int]:
    """Return the name each file is kept under, and its bytes; every file is left at its beginning.

    Raises:
        InvalidInput: A name is empty.
    """
    sizes = {}
    for upload in uploads:
        sizes[clean_name(upload.name)] = upload.content.seek(0, 2)
        upload.content.seek(0)
    return sizes


def clean_name(name: str) -> str:
    """Return the last part of ``name`` without control characters, at most 200 characters long, suffix kept.

    Raises:
        InvalidInput: Nothing is left.
    """
    last = _SEPARATORS.split(unicodedata.normalize("NFC", name))[-1]
    kept = "".join(char for char in last if unicodedata.category(char)[0] != "C").strip()
    if not kept.strip("."):
        raise InvalidInput("a file has no name", place="files", advice="send each file with its name")
    if len(kept) <= LONGEST_NAME:
        return kept
    suffix = Path(kept).suffix[:20]
    return kept[: LONGEST_NAME - len(suffix)] + suffix


def names_of(uploads: Sequence[Upload]) -> list[str]:
    """Return the name each file is kept under.

    Raises:
        InvalidInput: There is no file, a name is empty, or two files have one name.
    """
    names = [clean_name(upload.name) for upload in uploads]
    if not names or len(set(names)) < len(names):
        problem = "two files have the same name" if names else "there is no file"
        raise InvalidInput(problem, place="files", advice="send one or more files of different names")
    return names


@contextmanager
def _on_disk(uploads: Sequence[Upload]) -> Iterator[list[SourceFile]]:
    names = names_of(uploads)
    with tempfile.TemporaryDirectory(prefix="dianmian-upload-") as folder:
        files = [SourceFile(Path(folder) / str(number), name) for number, name in enumerate(names)]
        for upload, file in zip(uploads, files, strict=True):
            with file.path.open("wb") as target:
                shutil.copyfileobj(upload.content, target, 1 << 20)
        yield files
