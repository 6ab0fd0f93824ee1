"""Everyday words to the words documents use, built in; a knowledge base's own synonyms come on top."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from core.text import fold
from core.text.tokens import words

_FILE = Path(__file__).with_name("colloquial.yaml")


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, tuple[str, ...]]:
    data = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {fold(str(word)): tuple(fold(str(form)) for form in forms) for word, forms in data.items()}


def written_forms(question: str) -> dict[str, tuple[str, ...]]:
    """Return everyday word → the forms documents use, for the everyday words in ``question``."""
    folded = fold(question)
    segmented = set(words(folded))
    return {
        word: forms
        for word, forms in _entries().items()
        if (word in segmented or (len(word) > 1 and word in folded)) and any(form not in folded for form in forms)
    }
