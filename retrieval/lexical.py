"""How much of a question a text speaks about: shared characters and words, rare ones counting more."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.text import gram_set, query_tokens


@dataclass(frozen=True, slots=True)
class WeightedTerms:
    """Tokens of a question with their inverse document frequency in one knowledge base."""

    weights: Mapping[str, float]

    @property
    def total(self) -> float:
        return sum(self.weights.values())

    def coverage(self, text: str) -> float:
        """Return the share (0–1) of the question's weight that ``text`` holds."""
        present, total = gram_set(text), self.total
        return sum(weight for token, weight in self.weights.items() if token in present) / total if total else 0.0


def bigram_tokens(question: str) -> tuple[str, ...]:
    """Return the tokens that tell topics apart: character bigrams, Latin words and numbers; no single characters."""
    return tuple(token for token in query_tokens(question) if token.startswith("c:") and len(token) > 3)


def weigh(tokens: Collection[str], frequencies: Mapping[str, int], chunks: int) -> WeightedTerms:
    """Weigh tokens by ``ln(1 + (N - df + .5) / (df + .5))`` (Robertson–Spärck Jones, as in BM25)."""
    return WeightedTerms(
        {
            token: math.log(1 + (chunks - frequencies.get(token, 0) + 0.5) / (frequencies.get(token, 0) + 0.5))
            for token in tokens
        }
    )
