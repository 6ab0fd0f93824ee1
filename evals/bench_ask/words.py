"""Chinese running text drawn from the segmenter's own dictionary, as frequent there as here."""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_HAN = ("\u4e00", "\u9fff")
_SENTENCE = (5, 16)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words, the most frequent first; ``reach`` is the share (0–1) of running text that each and those before make."""

    words: tuple[str, ...]
    reach: NDArray[np.float64]

    def draw(self, choose: np.random.Generator, count: int, first: int = 0, last: int | None = None) -> list[str]:
        """Return ``count`` words as frequent as in text, of those at ranks ``first`` to ``last`` only."""
        below = self.reach[first - 1] if first else 0.0
        above = self.reach[-1 if last is None else last - 1]
        ranks = np.searchsorted(self.reach, below + choose.random(count) * (above - below), side="right")
        return [self.words[min(int(rank), len(self.words) - 1)] for rank in ranks]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Read the dictionary of jieba (MIT): ``word count tag`` per line, counted in 60 million words of text."""
    spec = importlib.util.find_spec("jieba")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("jieba is not installed: install the project's requirements")
    lines = Path(spec.origin).with_name("dict.txt").read_text(encoding="utf-8").splitlines()
    counts = {word: int(count) for word, count, *_ in map(str.split, lines) if _is_han(word)}
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    shares = np.array([counts[word] for word in ordered], np.float64)
    return Lexicon(tuple(ordered), np.cumsum(shares) / shares.sum())


def running_text(words: Sequence[str], choose: np.random.Generator) -> str:
    """Return ``words`` as sentences of five to fifteen words."""
    parts: list[str] = []
    at = 0
    while at < len(words):
        size = int(choose.integers(*_SENTENCE))
        parts.append("".join(words[at : at + size]) + "。")
        at += size
    return "".join(parts)


def _is_han(word: str) -> bool:
    return all(_HAN[0] <= char <= _HAN[1] for char in word)
