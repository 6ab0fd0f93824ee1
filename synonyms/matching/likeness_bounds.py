"""How many pairs of characters a name must share with a text before it can be similar enough to a stretch of it.

Similarity is twice the characters in common, in order, over all characters of both. What is not in common stands on
one side alone: such a character breaks two of the pairs of its own side, and one of the other side's where it would
have stood. What is not broken is shared.
"""

from dataclasses import dataclass
from math import floor

import numpy as np
import numpy.typing as npt

_ROUNDING = 1e-9
NEVER = 1 << 14


@dataclass(frozen=True, slots=True)
class LikenessBounds:
    """Bounds for one threshold.

    Attributes:
        shared: ``shared[w, n]`` is the least number of the pairs of a stretch of ``w`` characters that a name of ``n``
            characters holds when it is similar enough; ``NEVER`` when no such name is.
        of_name: ``of_name[n]`` is the least number of the name's own pairs that stand in such a stretch, of whatever
            length.
    """

    shared: npt.NDArray[np.int64]
    of_name: npt.NDArray[np.int64]

    @property
    def longest_window(self) -> int:
        """The longest stretch that can be similar enough to a name."""
        return len(self.shared) - 1


def likeness_bounds(longest_name: int, threshold: float, shortest_window: int) -> LikenessBounds:
    """Return the bounds for names of up to ``longest_name`` characters and a similarity of ``threshold``, 0–1."""
    # Where almost everything is similar enough, stretches of four times the name are far enough.
    reach = floor(longest_name * (2 - threshold) / max(threshold, 0.4) + _ROUNDING)
    shared = np.full((reach + 1, longest_name + 1), NEVER, dtype=np.int64)
    of_name = np.full(longest_name + 1, NEVER, dtype=np.int64)
    for window in range(shortest_window, reach + 1):
        for name in range(1, longest_name + 1):
            edits = floor((1 - threshold) * (window + name) + _ROUNDING)
            if abs(window - name) <= edits:
                only_text = (edits + window - name) // 2
                only_name = only_text + name - window
                shared[window, name] = window - 1 - 2 * only_text - only_name
                of_name[name] = min(of_name[name], name - 1 - 2 * only_name - only_text)
    return LikenessBounds(shared, of_name)
