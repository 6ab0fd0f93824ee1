"""Keys of a fact that outlive its id: what it is about, what it says, and its place in the draw of samples."""

import hashlib
from collections.abc import Iterable

from core.fact import Fact
from core.identity import stable_id
from core.text import fold

_SCALE = 2**64


def topic_of(subject: str, attribute: str) -> str:
    """Return the key of a subject and attribute, equal for spellings that fold alike; empty without a subject."""
    return stable_id("top", fold(subject), fold(attribute)) if subject.strip() and attribute.strip() else ""


def statement_of(fact: Fact) -> str:
    """Return the key of what ``fact`` says in its chunk, wherever in the chunk it stands."""
    texts = [condition.text for condition in fact.conditions]
    return statement_key(fact.chunk_id, fact.subject, fact.attribute, fact.value, texts)


def statement_key(chunk_id: str, subject: str, attribute: str, value: str, conditions: Iterable[str]) -> str:
    """Return the key of a statement, from its parts."""
    return stable_id("stm", chunk_id, fold(subject), fold(attribute), fold(value), *sorted(map(fold, conditions)))


def draw_of(statement: str) -> float:
    """Return a number from 0 up to 1, evenly spread and always the same for one statement."""
    digest = hashlib.blake2b(statement.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / _SCALE
