"""One scale for all scores: 0–1, 1 for the best hit of a search at its fixed depth."""

from collections.abc import Sequence


def to_unit(scores: Sequence[float]) -> list[float]:
    """Stretch scores so that the best is 1 and the last of the list is 0 (a lone hit is 1).

    Searches run at one fixed depth, whatever number of results a caller wants, so a result's score does not
    depend on how many are returned.
    """
    if not scores:
        return []
    low, high = min(scores), max(scores)
    if high == low:
        return [1.0] * len(scores)
    return [round((score - low) / (high - low), 6) for score in scores]
