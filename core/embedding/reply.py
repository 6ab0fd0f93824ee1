"""The answer of an embeddings endpoint, checked before it is believed."""

import base64
import binascii
from typing import Any

import numpy as np

from core.errors import UpstreamFailed

_NOT_READABLE = "the embedding service sent an answer that is not a list of embeddings"


def vectors_in_order(reply: object, count: int, place: str) -> list[object]:
    """Return the ``count`` embeddings of ``reply``, first input first, base64 decoded.

    Services may answer in any order and say so by ``index``; one that leaves the index out altogether keeps order.

    Raises:
        UpstreamFailed: Not a list of embeddings, another number of them, or an index twice or out of range.
    """
    data = getattr(reply, "data", None)
    if not isinstance(data, list):
        raise UpstreamFailed(_NOT_READABLE, place=place, advice="check that the address ends in /v1")
    if len(data) != count:
        raise UpstreamFailed(f"the embedding service sent {len(data)} vectors for {count} texts", place=place)
    indexes = [getattr(item, "index", None) for item in data]
    if any(index is not None for index in indexes):
        if sorted(map(str, indexes)) != sorted(map(str, range(count))):
            raise UpstreamFailed("the embedding service numbered its vectors wrongly", place=place)
        data = sorted(data, key=lambda item: int(item.index))
    return [_numbers(item, place) for item in data]


def _numbers(item: Any, place: str) -> object:
    embedding = getattr(item, "embedding", None)
    if not isinstance(embedding, str):
        return embedding
    try:
        return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4")
    except (binascii.Error, ValueError) as error:
        raise UpstreamFailed(_NOT_READABLE, place=place) from error
