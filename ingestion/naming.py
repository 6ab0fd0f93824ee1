"""Title, version and series of a document, from its name and heading."""

import re
from pathlib import PurePath

from ingestion.numbering import clean_heading

_DATE = r"(?:19|20)\d{2}[-.年_]?\d{1,2}[-.月_]?\d{1,2}日?|(?:19|20)\d{2}[-.年]\d{1,2}月?"
_DATED = re.compile(rf"[(（\[【_ -]*({_DATE})[)）\]】]*\s*$")
_BRACKETED_DATE = re.compile(rf"[(（\[【]\s*({_DATE})\s*[)）\]】]")
_VERSION = re.compile(
    r"(?<![A-Za-z0-9])[Vv](?:er(?:sion)?)?\.?\s?(\d+(?:\.\d+)+|\d{1,3})(?![\d.]*[A-Za-z])"
    r"|((?:19|20)\d{2})\s?年?\s?(?:修订|修正)?版|第[一二三四五六七八九十\d]+版|版本\s?[:：]?\s?(\d+(?:\.\d+)*)"
)
_EMPTY_BRACKETS = re.compile(r"[(（\[【]\s*(?:试行|修订|修正|最新|正式稿?)?\s*[)）\]】]")
_STATE = "中华人民共和国"


def iso_date(text: str) -> str:
    """Return the first full date in ``text`` as ``YYYY-MM-DD``, or an empty string."""
    match = re.search(r"(?<!\d)((?:19|20)\d{2})\s*[-./年_]\s*(\d{1,2})\s*[-./月_]\s*(\d{1,2})(?!\d)", text)
    if not match:
        return ""
    year, month, day = (int(part) for part in match.groups())
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else ""


def stem_title(source_name: str) -> str:
    """Return the file name without folder, extension and a date in brackets at its end."""
    stem = PurePath(source_name.replace("\\", "/")).stem
    return re.sub(rf"\s*[(（\[【]\s*(?:{_DATE})\s*[)）\]】]\s*$", "", stem).strip() or stem


def version_of(source_name: str, title: str) -> str:
    """Return the version a name carries: the date in brackets as ISO, else ``V2.1`` or ``2023版``, else empty."""
    stem = PurePath(source_name.replace("\\", "/")).stem
    dated = _BRACKETED_DATE.search(stem)
    if dated:
        return iso_date(dated.group(1)) or dated.group(1)
    for text in (stem, title):
        match = _VERSION.search(text)
        if match:
            return match.group(0).strip()
    return ""


def series_of(title: str) -> str:
    """Return the title without version, date and the name of the state: equal for all versions of one document."""
    bare = _BRACKETED_DATE.sub("", clean_heading(title))
    bare = _DATED.sub("", _VERSION.sub("", bare))
    bare = _EMPTY_BRACKETS.sub("", bare)
    return bare.removeprefix(_STATE).strip(" _-—·()（）") or title
