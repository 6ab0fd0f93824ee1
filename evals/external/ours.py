"""Ours under the common judge: what search finds, or what asking hands over."""

from collections.abc import Iterable

from core.answer import Passage
from evals.external.system import Hit
from retrieval.retriever import Retriever


class Searched:
    """The passages of ``search``, best first. It never refuses."""

    def __init__(self, retriever: Retriever, kb: str, name: str = "dianmian search") -> None:
        self.name = name
        self._retriever = retriever
        self._kb = kb

    def search(self, question: str, limit: int) -> tuple[Hit, ...]:
        """Return the first ``limit`` passages; errors are those of ``Retriever.search``."""
        return hits_of(self._retriever.search(self._kb, question).passages[:limit])


class Asked:
    """The passages handed over with an answer: fewer where fewer speak of the question, none with a refusal."""

    def __init__(self, retriever: Retriever, kb: str, name: str = "dianmian ask") -> None:
        self.name = name
        self._retriever = retriever
        self._kb = kb

    def search(self, question: str, limit: int) -> tuple[Hit, ...]:
        """Return what is handed over; errors are those of ``Retriever.ask``."""
        answer = self._retriever.ask(self._kb, question, limit=min(limit, 5))
        return () if answer.refused else hits_of(answer.passages[:limit])


def hits_of(passages: Iterable[Passage]) -> tuple[Hit, ...]:
    """Return passages as the judge takes them."""
    return tuple(Hit(item.chunk.text, item.source.source_name, item.score) for item in passages)
