"""Text whose font does not say which characters it means."""

import re
import unicodedata
from functools import lru_cache

_BAD = re.compile(r"\(cid:\d+\)|[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f\x7f-\x9f]")
_MOST_BAD = 0.1
_MOST_RARE = 0.3
_FEWEST = 20
# Big5 lists the common characters first, up to this lead byte.
_LAST_COMMON_ROW = 0xC6
_SCRIPTS = (
    "LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "GREEK", "CYRILLIC", "FULLWIDTH", "BOPOMOFO", "ARABIC",
    "HEBREW", "THAI", "DEVANAGARI", "IDEOGRAPHIC", "KANGXI", "MASCULINE", "FEMININE", "MICRO", "MATHEMATICAL",
)  # fmt: skip


def bad_share(text: str) -> float:
    """Return the share of ``text`` that no font explains: ``(cid:…)``, private use, replacement, control; 0–1."""
    bad = list(_BAD.finditer(text))
    glyphs = len(text) - sum(len(match.group(0)) - 1 for match in bad)
    return len(bad) / glyphs if glyphs else 0.0


def is_garbled(text: str) -> bool:
    """Return whether the text of a page is not what the page shows: many bad or improbable characters."""
    bare = "".join(text.split())
    if len(bare) < _FEWEST:
        return False
    if bad_share(bare) > _MOST_BAD:
        return True
    letters = [char for char in bare if char.isalpha()]
    return bool(letters) and sum(map(_is_rare, letters)) / len(letters) > _MOST_RARE


@lru_cache(maxsize=20_000)
def _is_rare(char: str) -> bool:
    """Return whether ``char`` is a letter of a script we do not expect, or a Chinese character few texts use.

    A wrong font map points at random into the tens of thousands of ideographs; texts keep to a few thousand.
    """
    name = unicodedata.name(char, "")
    if not name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY")):
        return not name.startswith(_SCRIPTS)
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        code = char.encode("big5", errors="ignore")
        return not code or code[0] > _LAST_COMMON_ROW
    return False
