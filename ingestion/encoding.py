"""Bytes to text: byte order marks, UTF-8, GB18030 and the rest."""

import codecs
import re

from charset_normalizer import from_bytes

from core.errors import UnreadableFile
from ingestion.media_type import is_wide_text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([A-Za-z0-9_-]+)", re.IGNORECASE)
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def _rare_share(text: str) -> float:
    """Return the share of characters that ordinary text does not have: private use, control, half-width kana."""
    if not text:
        return 0.0
    rare = sum(1 for c in text if "\ue000" <= c <= "\uf8ff" or "\uff61" <= c <= "\uff9f" or "\x80" <= c <= "\x9f")
    return rare / len(text)


def _try(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except (UnicodeDecodeError, LookupError):
        return None


def _guess(data: bytes) -> tuple[str, str] | None:
    for name in ("gb18030", "big5"):
        text = _try(data, name)
        if text is not None and _CHINESE.search(text) and _rare_share(text) < 0.02:
            return text, name
    match = from_bytes(data).best()
    return (str(match), match.encoding) if match is not None else None


def decode(data: bytes, place: str) -> tuple[str, str]:
    """Return the text of ``data`` with ``\\n`` newlines, and the encoding that was used.

    Raises:
        UnreadableFile: No encoding fits, or the data is binary.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            text = _try(data, name)
            if text is not None:
                return _newlines(text), name
    declared = _DECLARED.search(data[:2048])
    wide = is_wide_text(data)
    names = ([wide] if wide else []) + ["utf-8"] + ([declared.group(1).decode("ascii")] if declared else [])
    for name in names:
        text = _try(data, name)
        if text is not None and "\x00" not in text:
            return _newlines(text), name
    guess = None if b"\x00" in data else _guess(data)
    if guess is None:
        raise UnreadableFile("the text encoding is not recognised", place=place, advice="save the file as UTF-8")
    return _newlines(guess[0]), guess[1]


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
