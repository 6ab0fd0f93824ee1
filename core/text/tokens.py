"""Tokens for keyword search: characters' uni- and bigrams, and segmented words, each with its own prefix.

On Chinese text, character bigrams rank better than words; words still help on long terms. Both are indexed
(``c:`` and ``w:``) and weighed apart at query time.
"""

import logging
import re
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from core.text.form import fold

_RUN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+|[a-z0-9]+(?:[.\-_][a-z0-9]+)*")
_MIXED = re.compile(r"\d+|[a-z]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")

# Words that say how something is asked, not what about.
_FUNCTION_WORDS = frozenset(
    "的 了 吗 呢 吧 啊 么 是 在 有 和 与 或 及 跟 同 就 都 也 又 还 要 会 能 可以 可 应 应当 应该 需要 必须 得 被 把 给 "
    "对 向 从 到 由 以 于 为 按 按照 根据 多少 几 几天 几个 几种 几次 多久 多长 多长时间 什么 怎么 怎样 怎么样 如何 哪 哪些 "
    "东西 你们 一般 大概 大约 现在 目前 一次 每次 时间 情况 规定 问题 的话 怎么办 算 进行 关于 各 各是 分别 一共 还是 以及 "
    "哪个 哪种 哪里 谁 吧 请 请问 想 想要 我 我们 你 你们 他 她 它 他们 这 那 这个 那个 这些 那些 一个 一下 最 最多 最少 "
    "最高 最低 最长 最短 最快 最慢 至少 不 没 没有 不能 不会 时 后 前 内 里 中 上 下 时候 之后 以后 以内 之内 多 很 "
    "the a an of in on at to for is are was were be do does did how what which who when where why can could should "
    "would will much many long my your i we you it this that and or with from by as".split()
)


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


def words(text: str) -> list[str]:
    """Return the segmented words of ``text``, folded, punctuation left out."""
    return [word for word in _segmenter().cut(fold(text)) if _RUN.fullmatch(word) or _HAN.search(word)]


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
    counts = Counter(f"c:{gram}" for gram in _character_grams(fold(text)))
    counts.update(f"w:{word}" for word in words(text) if len(word) > 1)
    return counts


def gram_set(text: str) -> frozenset[str]:
    """Return the distinct character tokens (``c:``) of ``text``; no segmentation, so it is cheap."""
    return frozenset(f"c:{gram}" for gram in _character_grams(fold(text)))


def query_tokens(text: str, *, character_weight: float = 1.0, word_weight: float = 0.3) -> dict[str, float]:
    """Return token → weight for a question. Tokens made only of function words are left out."""
    weights: dict[str, float] = {}
    kept = content_words(text)
    for word in kept:
        for gram in _character_grams(word):
            weights[f"c:{gram}"] = character_weight
        if len(word) > 1:
            weights[f"w:{word}"] = word_weight
    for left, right in zip(kept, kept[1:], strict=False):
        if left + right in fold(text) and _HAN.match(left[-1]) and _HAN.match(right[0]):
            weights.setdefault(f"c:{left[-1]}{right[0]}", character_weight)
    return weights


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` that carry meaning, in order, each once."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in _FUNCTION_WORDS))
