"""Uploaded files, on disk for as long as they are read."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.errors import InvalidInput
from service.sources import SourceFile
from service.uploads import Upload, clean_name


@contextmanager
def on_disk(uploads: Sequence[Upload], *, one_name: bool = False) -> Iterator[list[SourceFile]]:
    """Store ``uploads`` under names of our own and yield them with the names they came with.

    Args:
        uploads: Files as they arrived.
        one_name: Whether several may have the same name, as two versions of one document do.

    Raises:
        InvalidInput: There is no file, one has no name, or two have the same.
    """
    names = [clean_name(upload.name) for upload in uploads]
    if not names:
        raise InvalidInput("there is no file", place="files", advice="send one or more files")
    if not one_name and len(set(names)) < len(names):
        raise InvalidInput("two files have the same name", place="files", advice="send files of different names")
    with tempfile.TemporaryDirectory(prefix="dianmian-inspection-") as folder:
        files = [SourceFile(Path(folder) / str(number), name) for number, name in enumerate(names)]
        for upload, file in zip(uploads, files, strict=True):
            with file.path.open("wb") as target:
                shutil.copyfileobj(upload.content, target, 1 << 20)
        yield files
