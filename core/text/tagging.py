"""Words with their part of speech (jieba's tag set: n… nouns, v… verbs, m numerals, eng Latin words)."""

import logging
import warnings
from functools import lru_cache
from typing import Any, NamedTuple


class Tagged(NamedTuple):
    """A word as it stands in the text, and its tag."""

    word: str
    flag: str


@lru_cache(maxsize=1)
def _tagger() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        import jieba
        import jieba.posseg

    jieba.setLogLevel(logging.WARNING)
    return jieba.posseg.POSTokenizer(jieba.Tokenizer())


def tagged(text: str) -> list[Tagged]:
    """Return the words of ``text`` in order, together equal to it."""
    return [Tagged(pair.word, pair.flag) for pair in _tagger().cut(text)]


def is_name(word: str) -> bool:
    """Return whether ``word`` is made of nouns and Latin words only."""
    return all(pair.flag.startswith(("n", "eng", "j")) for pair in tagged(word))
