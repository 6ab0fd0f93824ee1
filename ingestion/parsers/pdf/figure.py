"""What counts as a figure in a table."""

import re

_BLANKS = frozenset("-–—:.…*/")


def is_numeric(text: str) -> bool:
    """Return whether ``text`` is a figure, or what stands for one in a table of figures."""
    bare = text.strip()
    letters = sum(char.isalpha() for char in bare)
    return bool(bare) and (all(char in _BLANKS for char in bare) or (bool(re.search(r"\d", bare)) and letters <= 3))
