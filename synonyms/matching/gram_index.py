"""Names by their pairs of neighbouring characters, so that few of many names need to be compared with a text.

Names are numbered by length, so those of one length are a range of numbers.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

_SEPARATOR = "\x00"
_BITS = 21
Numbers = npt.NDArray[np.integer[Any]]


class GramIndex:
    """An inverted index of names. Read-only; about ten bytes a character of name.

    Args:
        names: Folded names, each once.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(names, key=len)
        self.lengths: Numbers = np.fromiter(map(len, self.names), dtype=np.int64, count=len(self.names))
        pairs = pairs_of(_SEPARATOR.join(self.names))
        holders = np.repeat(np.arange(len(self.names), dtype=np.int32), self.lengths + 1)[: len(pairs)]
        # A pair over a separator belongs to two names, and to neither.
        ends = np.cumsum(self.lengths + 1)[:-1] - 1
        inside = np.ones(len(pairs), dtype=bool)
        inside[ends] = inside[ends - 1] = False
        pairs, holders = pairs[inside], holders[inside]
        order = np.argsort(pairs, kind="stable")
        pairs = pairs[order]
        begins = np.flatnonzero(np.diff(pairs, prepend=-1))
        self._pairs = pairs[begins]
        self._begins = np.append(begins, len(pairs)).astype(np.int32)
        self._holders = holders[order]

    def holders(self, pairs: Numbers) -> tuple[Numbers, Numbers]:
        """Return, for every name that holds one of ``pairs``, the place in ``pairs`` and the number of the name."""
        if not len(self._pairs) or not len(pairs):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        at = np.minimum(self._pairs.searchsorted(pairs), len(self._pairs) - 1)
        known = np.flatnonzero(self._pairs[at] == pairs)
        begins, ends = self._begins[at[known]], self._begins[at[known] + 1]
        listed = [self._holders[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        numbers = np.concatenate(listed) if listed else np.empty(0, np.int64)
        return np.repeat(known, ends - begins), numbers


def pairs_of(text: str) -> Numbers:
    """Return one number per pair of neighbouring characters of ``text``, equal for equal pairs."""
    # A question may hold half a surrogate pair; it is a character like another here.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    return (codes[:-1] << _BITS) | codes[1:]
