"""One form for comparing text: half width, lower case, simplified characters."""

import unicodedata
from functools import lru_cache
from importlib.resources import files

_SPACES = dict.fromkeys(map(ord, " \t\n\r\u3000\u00a0"))
# OpenCC keeps 帐 apart from 账; for comparing, 到帳 and 到账 are one word.
_ONE_WORD = {ord("帐"): "账"}


@lru_cache(maxsize=1)
def _characters() -> dict[int, str]:
    """Read the traditional → simplified characters that come with OpenCC, first choice of each."""
    table = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text(encoding="utf-8")
    pairs = (line.split("\t") for line in table.splitlines() if "\t" in line)
    return {ord(pair[0]): pair[1].split(" ")[0] for pair in pairs if len(pair[0]) == 1}


def simplify(text: str) -> str:
    """Return ``text`` in simplified characters, one for one, so that offsets stay."""
    return text.translate(_characters())


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """Return the form two texts are compared in: NFKC, lower case, simplified, without white space."""
    return fold_spaced(text).translate(_SPACES)


def fold_spaced(text: str) -> str:
    """Return the same form with its white space, which parts English words."""
    return simplify(unicodedata.normalize("NFKC", text).lower()).translate(_ONE_WORD)
