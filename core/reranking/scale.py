"""One scale for what rerankers say: 0–1."""

import math
from collections.abc import Sequence


def sigmoid(value: float) -> float:
    """Return the logistic function of ``value``, 0–1, without overflow."""
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    grown = math.exp(value)
    return grown / (1 + grown)


def to_probabilities(values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return scores of one reply as 0–1: unchanged when all lie there, else all taken as logits.

    All or none: two scores of one reply must not be read by two rules, or their order would change.
    """
    if all(value is None or 0 <= value <= 1 for value in values):
        return tuple(values)
    return tuple(None if value is None else sigmoid(value) for value in values)
