"""How many facts a folder of documents yields, how long that takes, and what they are about."""

import time
from collections import Counter
from dataclasses import dataclass

from evals.facts.corpus import Corpus
from extraction.extractor import extract
from extraction.naming import Naming


@dataclass(frozen=True, slots=True)
class Density:
    """Facts per 1,000 characters of chunks, seconds of reading alone, and the commonest attributes with counts."""

    facts: int
    per_thousand: float
    seconds: float
    attributes: tuple[tuple[str, int], ...]
    rules: tuple[tuple[str, int], ...]


def density(corpus: Corpus, commonest: int = 10) -> Density:
    """Read the chunks of ``corpus`` once more, timed, and count."""
    started = time.perf_counter()
    for _, info, chunk in corpus.chunks:
        extract(chunk, info, Naming())
    seconds = time.perf_counter() - started
    attributes = Counter(placed.fact.attribute for placed in corpus.facts)
    rules = Counter(placed.fact.rule for placed in corpus.facts)
    total = len(corpus.facts)
    per_thousand = total * 1000 / corpus.characters if corpus.characters else 0.0
    return Density(total, per_thousand, seconds, tuple(attributes.most_common(commonest)), tuple(rules.most_common()))
