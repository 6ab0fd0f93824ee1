"""Tokens for keyword search: characters' uni- and bigrams, and segmented words, each with its own prefix.

On Chinese text, character bigrams rank better than words; words still help on long terms. Both are indexed
(``c:`` and ``w:``) and weighed apart at query time.
"""

import logging
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from core.text.form import fold, fold_spaced

_RUN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+|[a-z0-9]+(?:[.\-_][a-z0-9]+)*")
_MIXED = re.compile(r"\d+|[a-z]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_HAN_GRAM = re.compile(rf"c:{_HAN.pattern}{{1,2}}")
_BLANK_BY_HAN = re.compile(rf"(?<={_HAN.pattern}) | (?={_HAN.pattern})")

# As common as an ordinary word: rarer than the words 的 and 是, likelier than the pieces of a name one by one.
_OWN_FREQUENCY = 1000


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    lines = Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@lru_cache(maxsize=1)
def _segmenter() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        import jieba

    jieba.setLogLevel(logging.WARNING)
    # A tokenizer of our own: the module-level one is shared by everything in the process.
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    return tokenizer


@lru_cache(maxsize=1024)
def _parted(text: str) -> str:
    """Return ``text`` folded, with the blanks that part English words; next to Chinese a blank parts nothing."""
    return _BLANK_BY_HAN.sub("", " ".join(fold_spaced(text).split()))


def words(text: str) -> list[str]:
    """Return the segmented words of ``text``, folded, punctuation left out."""
    return [word for word in _segmenter().cut(_parted(text)) if _RUN.fullmatch(word) or _HAN.search(word)]


class OwnWords(Protocol):
    """The words of one knowledge base, folded."""

    def begins(self, fragment: str) -> bool:
        """Return whether one of them begins with ``fragment``."""

    def holds(self, word: str) -> bool:
        """Return whether ``word`` is one of them."""


class _Frequencies:
    """The dictionary and one's own words, read as one mapping; the dictionary is shared, not copied."""

    __slots__ = ("_own", "_shared")

    def __init__(self, shared: Mapping[str, int], own: OwnWords) -> None:
        self._shared, self._own = shared, own

    def __contains__(self, fragment: str) -> bool:
        return fragment in self._shared or self._own.begins(fragment)

    def __getitem__(self, fragment: str) -> int:
        return self._shared.get(fragment) or (_OWN_FREQUENCY if self._own.holds(fragment) else 0)

    def get(self, fragment: str) -> int | None:
        return self[fragment] or None


class Tokenizer:
    """Cuts text by the dictionary and the words of one knowledge base. Read-only."""

    def __init__(self, own: OwnWords) -> None:
        shared = _segmenter()
        self._dictionary: Mapping[str, int] = shared.FREQ
        self._cutter = type(shared)()
        self._cutter.FREQ, self._cutter.total = _Frequencies(shared.FREQ, own), shared.total
        self._cutter.initialized = True

    def spans(self, folded: str, *, guess: bool = False) -> list[tuple[int, int]]:
        """Return start and end of the words of ``folded``, in order, punctuation left out.

        What no word covers is cut into characters, or, with ``guess``, into what looks like words; guessing finds new
        words (价保), and joins a misspelt character to its neighbour.
        """
        spans: list[tuple[int, int]] = []
        at = 0
        for word in self._cutter.cut(folded, HMM=guess):
            if _RUN.fullmatch(word) or _HAN.search(word):
                spans.append((at, at + len(word)))
            at += len(word)
        return spans

    def is_word(self, word: str) -> bool:
        """Return whether ``word`` is in the dictionary, whatever the knowledge base calls its own."""
        return bool(self._dictionary.get(word))


def _character_grams(text: str) -> Iterable[str]:
    for match in _RUN.finditer(text):
        run = match.group()
        if not _HAN.match(run):
            yield run
            # A number written with its unit (74wh) is also found by either part.
            if not run.isdigit() and not run.isalpha():
                yield from _MIXED.findall(run)
            continue
        yield from run
        yield from (run[at : at + 2] for at in range(len(run) - 1))


def index_tokens(text: str) -> Counter[str]:
    """Return token → count for one chunk's text."""
    counts = Counter(f"c:{gram}" for gram in _character_grams(_parted(text)))
    counts.update(f"w:{word}" for word in words(text) if len(word) > 1)
    return counts


def held_grams(text: str, tokens: Iterable[str]) -> frozenset[str]:
    """Return those of ``tokens`` that are in ``gram_set(text)``, without making the set where that can be helped."""
    parted = _parted(text)
    others = [token for token in tokens if not _is_han_gram(token)]
    # Chinese characters next to each other are always of one run.
    held = {token for token in tokens if token[2:] in parted and _is_han_gram(token)}
    return frozenset(held.union(gram_set(text).intersection(others) if others else ()))


@lru_cache(maxsize=4096)
def _is_han_gram(token: str) -> bool:
    return _HAN_GRAM.fullmatch(token) is not None


@lru_cache(maxsize=1024)
def gram_set(text: str) -> frozenset[str]:
    """Return the distinct character tokens (``c:``) of ``text``; no segmentation, so it is cheap."""
    return frozenset(f"c:{gram}" for gram in _character_grams(_parted(text)))


def query_tokens(text: str, *, character_weight: float = 1.0, word_weight: float = 0.3) -> dict[str, float]:
    """Return token → weight for a question. Tokens made only of function words are left out."""
    weights: dict[str, float] = {}
    kept = content_words(text)
    for word in kept:
        for gram in _character_grams(word):
            weights[f"c:{gram}"] = character_weight
        if len(word) > 1:
            weights[f"w:{word}"] = word_weight
    for left, right in pairwise(kept):
        if left + right in fold(text) and _HAN.match(left[-1]) and _HAN.match(right[0]):
            weights.setdefault(f"c:{left[-1]}{right[0]}", character_weight)
    # Segmentation takes a code apart (sk-20-a1); whole, it is what tells one row from the next.
    for run in _RUN.findall(_parted(text)):
        if not _HAN.match(run) and not run.isalnum():
            weights.setdefault(f"c:{run}", character_weight)
    return weights


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` that carry meaning, in order, each once."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in _function_words()))
