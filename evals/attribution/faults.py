"""Faults while asking: searches that find nothing, an order turned round, a reranker that guesses, a garbled answer."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from core.answer import Answer
from core.reranking import Scores
from retrieval import retriever
from retrieval.fusion import Fused, fuse

_SEED = 5


class Guessing:
    """A reranker whose scores have nothing to do with the passages, the same ones in every run."""

    name = "guessing"

    def warm_up(self) -> None:
        """Nothing is loaded."""

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Score at random."""
        chance = random.Random(f"{_SEED}{question}")  # noqa: S311  a guess, not a secret
        return Scores(tuple(chance.random() for _ in passages))


def garbled(answer: Answer) -> Answer:
    """Return ``answer`` with every second character of what it says lost."""
    return replace(answer, text=answer.text[::2], headline=answer.headline[::2])


@contextmanager
def no_vectors() -> Iterator[None]:
    """Vector search finds nothing."""
    with _replaced("nearest", lambda *_, **__: []):
        yield


@contextmanager
def no_keywords() -> Iterator[None]:
    """Keyword search finds nothing."""
    with _replaced("keyword_search", lambda *_, **__: ()):
        yield


@contextmanager
def no_facts() -> Iterator[None]:
    """Structured search finds nothing."""
    with _replaced("_facts", lambda *_, **__: []), _replaced("find_selection", lambda *_, **__: None):
        yield


@contextmanager
def turned_fusion() -> Iterator[None]:
    """Fusion gives the worst passage the best score."""
    with _replaced("fuse", _turned):
        yield


def _turned(*arguments: Any) -> list[Fused]:
    found = [replace(item, score=round(1 - item.score, 6)) for item in fuse(*arguments)]
    return sorted(found, key=lambda item: (-item.score, item.chunk_id))


@contextmanager
def _replaced(name: str, fault: Callable[..., Any]) -> Iterator[None]:
    with patch.object(retriever, name, fault):
        yield
