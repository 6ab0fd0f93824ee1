"""One form for comparing text: half width, lower case, simplified characters."""

import unicodedata
from functools import lru_cache

_SPACES = {ord(" "): None, ord("\t"): None, ord("\n"): None, ord("\u3000"): None, ord("\u00a0"): None}


def simplify(text: str) -> str:
    """Return ``text`` in simplified characters, otherwise unchanged."""
    from zhconv_rs import zhconv

    return str(zhconv(text, "zh-hans"))


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """Return the form two texts are compared in: NFKC, lower case, simplified, without white space."""
    return simplify(unicodedata.normalize("NFKC", text).lower()).translate(_SPACES)
