"""How much of a question a text speaks about: shared characters and words, rare ones counting more."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from core.text import content_words, fold, gram_set, held_grams
from core.text.tagging import is_name

# A word no document holds says nothing about which document is right; it must not outweigh the rest.
_RAREST = 3.0
_COMMON = 0.3


@dataclass(frozen=True, slots=True)
class WeightedTerms:
    """Tokens of a question with their inverse document frequency in one knowledge base.

    ``alternatives`` maps a token of an everyday word to the forms documents use instead: a text that holds one of
    them speaks of the token too. ``unknown_names`` are nouns of the question that no document holds;
    ``known`` are the tokens that some document holds, itself or in a written form.
    """

    weights: Mapping[str, float]
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown_names: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()

    @property
    def total(self) -> float:
        return sum(self.weights.values())

    def coverage(self, text: str) -> float:
        """Return the share (0–1) of the question's weight that ``text`` speaks about; 0 without any token."""
        total = self.total
        if not total:
            return 0.0
        present, folded = held_grams(text, self.weights), fold(text)
        held = sum(weight for token, weight in self.weights.items() if self._held(token, present, folded))
        return held / total

    def restricted(self, text: str) -> "WeightedTerms":
        """Return only the tokens that stand in ``text``; all of them when none does."""
        present = gram_set(text)
        kept = {token: weight for token, weight in self.weights.items() if token in present}
        if not kept:
            return self
        return WeightedTerms(kept, self.alternatives, self.unknown_names, self.known)

    def _held(self, token: str, present: Collection[str], folded: str) -> bool:
        return token in present or any(form in folded for form in self.alternatives.get(token, ()))


def bigram_tokens(question: str) -> tuple[str, ...]:
    """Return the tokens that tell topics apart: bigrams inside content words, Latin words and numbers."""
    grams = (token for word in content_words(question) for token in gram_set(word) if len(token) > 3)
    return tuple(dict.fromkeys(sorted(grams)))


def weigh(
    tokens: Collection[str],
    frequencies: Mapping[str, int],
    chunks: int,
    written_forms: Mapping[str, tuple[str, ...]],
    words: Collection[str] = (),
) -> WeightedTerms:
    """Weigh tokens by ``ln(1 + (N - df + .5) / (df + .5))`` (Robertson–Spärck Jones, as in BM25).

    Args:
        frequencies: Token → number of chunks that hold it.
        chunks: N, the number of chunks.
        written_forms: Everyday word → forms that documents use.
        words: Content words of what is asked, to tell those that no document holds.
    """
    alternatives: dict[str, tuple[str, ...]] = {}
    for word, forms in written_forms.items():
        for token in bigram_tokens(word) or (f"c:{word}",):
            alternatives[token] = alternatives.get(token, ()) + forms
    weights = {token: _rarity(max(frequencies.get(token, 0), _RAREST), chunks) for token in tokens}
    # Question words (多少钱) lead to what documents call it, but every price list would prove them.
    for token in alternatives:
        weights.setdefault(token, _rarity(chunks * _COMMON, chunks))
    unknown = tuple(word for word in words if _is_unknown(word, frequencies, alternatives))
    known = frozenset(token for token in weights if frequencies.get(token, 0) or token in alternatives)
    return WeightedTerms(weights, alternatives, unknown, known)


def word_token(word: str) -> str:
    """Return the index token of a segmented word."""
    return f"w:{word}"


def _is_unknown(word: str, frequencies: Mapping[str, int], alternatives: Mapping[str, object]) -> bool:
    parts = bigram_tokens(word)
    known_parts = bool(parts) and all(frequencies.get(part, 0) or part in alternatives for part in parts)
    return len(word) > 1 and not frequencies.get(word_token(word), 0) and not known_parts and is_name(word)


def _rarity(frequency: float, chunks: int) -> float:
    return math.log(1 + max(chunks - frequency + 0.5, 0.5) / (frequency + 0.5))
