"""Zip-based files are measured before anything is unpacked."""

import zipfile
from io import BytesIO

from core.errors import UnreadableFile

_RATIO = 200
_SMALL = 4_000_000
_ENTRIES = 10_000


def check_archive(data: bytes, place: str, largest: int) -> None:
    """Refuse an archive that unpacks to more than ``largest`` bytes or that is compressed beyond belief.

    Raises:
        UnreadableFile: The archive is broken, encrypted, or a zip bomb.
    """
    try:
        entries = zipfile.ZipFile(BytesIO(data)).infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise UnreadableFile(
            "压缩包不完整 / the file is not a whole zip archive", place=place, advice="save it again"
        ) from error
    total = sum(entry.file_size for entry in entries)
    if total > largest or len(entries) > _ENTRIES:
        raise UnreadableFile(
            f"解压后过大 / the file unpacks to {total:,} bytes in {len(entries):,} parts, "
            f"the limit is {largest:,} bytes",
            place=place,
            advice="split it into smaller files, or raise DIANMIAN_SANDBOX_UNPACKED_BYTES",
        )
    for entry in entries:
        if entry.file_size > _SMALL and entry.file_size > _RATIO * max(entry.compress_size, 1):
            raise UnreadableFile(
                f"疑似压缩炸弹 / the part {entry.filename[:80]!r} is compressed more than {_RATIO} times",
                place=place,
                advice="the file looks like a zip bomb; save it again from the program that made it",
            )
        if entry.flag_bits & 1:
            raise UnreadableFile(
                "文件已加密 / the file is encrypted", place=place, advice="remove the password and try again"
            )
