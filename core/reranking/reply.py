"""The answer of a ``/rerank`` endpoint, checked before it is believed."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import UpstreamFailed

_LISTS = ("results", "data", "rankings", "scores")
_WRAPPERS = ("output", "result", "response")
_SCORES = ("relevance_score", "score", "relevanceScore", "logit")
_INDEXES = ("index", "corpus_id", "document_index", "id")


def scores_in_order(reply: object, count: int, place: str) -> tuple[float | None, ...]:
    """Return one raw score for each of the ``count`` passages, ``None`` where ``reply`` has none that is a number.

    Services answer best first, say by ``index`` which passage is meant, and may leave passages out. One that gives
    plain numbers, or no index at all, keeps the order of the passages and must speak of all of them.

    Raises:
        UpstreamFailed: Not a list of scores, or an index that is given twice, is out of range or is missing for some.
    """
    entries = _entries(reply)
    if entries is None:
        raise UpstreamFailed("the reranker sent an answer that is not a list of scores", place=place)
    indexes = [_index(entry) for entry in entries]
    if all(index is None for index in indexes):
        if len(entries) != count:
            raise UpstreamFailed(
                f"the reranker sent {len(entries)} unnumbered scores for {count} passages", place=place
            )
        return tuple(_score(entry) for entry in entries)
    found: list[float | None] = [None] * count
    seen: set[int] = set()
    for index, entry in zip(indexes, entries, strict=True):
        if index is None or index in seen or not 0 <= index < count:
            raise UpstreamFailed("the reranker numbered its scores wrongly", place=place)
        seen.add(index)
        found[index] = _score(entry)
    return tuple(found)


def _entries(reply: object, depth: int = 0) -> Sequence[object] | None:
    if isinstance(reply, list):
        # Some put the list of one question into a list of questions.
        return _entries(reply[0], depth + 1) if len(reply) == 1 and isinstance(reply[0], list) and depth < 3 else reply
    if not isinstance(reply, Mapping) or depth > 2:
        return None
    for name in _LISTS:
        if isinstance(reply.get(name), list):
            return _entries(reply[name], depth + 1)
    inner = (_entries(reply[name], depth + 1) for name in _WRAPPERS if isinstance(reply.get(name), (Mapping, list)))
    return next((entries for entries in inner if entries is not None), None)


def _index(entry: object) -> int | None:
    """Return the number an entry gives itself, -1 when it gives something that is no number."""
    if not isinstance(entry, Mapping):
        return None
    value = next((entry[name] for name in _INDEXES if entry.get(name) is not None), None)
    if value is None:
        return None
    whole = _number(value)
    return int(whole) if whole is not None and whole == int(whole) else -1


def _score(entry: object) -> float | None:
    if not isinstance(entry, Mapping):
        return _number(entry)
    return next((_number(entry[name]) for name in _SCORES if name in entry), None)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
