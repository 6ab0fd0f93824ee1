"""What each search finds for a question, and what the product makes of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.answer import Candidate, Channel
from evals.reading.sets import Asked
from retrieval.findings import Findings
from retrieval.retriever import Retriever

CHANNELS: tuple[Channel, ...] = ("vector", "keyword", "structured")


@dataclass(frozen=True, slots=True)
class Found:
    """The results for one question.

    ``channels`` holds each search's candidates, best first; ``fused`` the paragraphs as the product ranks them, a
    paragraph as often as it has passages; ``paragraph_of`` the paragraph of each chunk.
    """

    asked: Asked
    channels: Mapping[Channel, tuple[Candidate, ...]]
    fused: tuple[str, ...]
    paragraph_of: Mapping[str, str]

    def paragraphs(self, chunks: Iterable[str]) -> list[str]:
        """Return the paragraph of each chunk, in order."""
        return [self.paragraph_of[chunk] for chunk in chunks if chunk in self.paragraph_of]


def search_all(retriever: Retriever, kb: str, questions: Sequence[Asked]) -> Iterator[Found]:
    """Yield what is found for each question; errors are those of ``Retriever.search``."""
    for asked in questions:
        yield _found(asked, retriever.search(kb, asked.question))


def _found(asked: Asked, findings: Findings) -> Found:
    channels = {channel: tuple(item for item in findings.candidates if item.channel == channel) for channel in CHANNELS}
    places = {passage.chunk.id: _paragraph(passage.source.source_name) for passage in findings.beyond}
    fused = tuple(places[passage.chunk.id] for passage in findings.passages)
    return Found(asked, channels, fused, places)


def _paragraph(source_name: str) -> str:
    return source_name.rsplit("/", 1)[-1].removesuffix(".txt")
