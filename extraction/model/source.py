"""What a model is shown of a chunk, and in which batches."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.chunk import Chunk
from core.document import DocumentInfo
from core.fact import Fact
from core.identity import content_hash
from extraction.model.instructions import Language, language_of

# Tables are read cell by cell by rules, without loss; code says nothing that holds; parents repeat their children.
READ_KINDS = ("prose", "list", "notice", "record")
_MOST_CHUNKS = 8


@dataclass(frozen=True, slots=True)
class Source:
    """One chunk to be read, its document, and the facts the rules found in it."""

    chunk: Chunk
    info: DocumentInfo
    draft: tuple[Fact, ...] = ()

    @property
    def key(self) -> str:
        """SHA-256 of all that is shown of the chunk itself: an equal one would be answered alike."""
        return content_hash(json.dumps([self.info.title, *self.chunk.heading_path, self.chunk.text]))

    @property
    def language(self) -> Language:
        """The language the instructions are given in."""
        return language_of(self.chunk.text)


@dataclass(frozen=True, slots=True)
class Batch:
    """Chunks of one document and one language that are asked about together; numbered from 1."""

    sources: tuple[Source, ...]

    @property
    def language(self) -> Language:
        """The language of all of them."""
        return self.sources[0].language

    def shown(self) -> str:
        """Return the batch as JSON: whatever a text holds, it cannot end the string it stands in."""
        chunks = [_shown(number, source) for number, source in enumerate(self.sources, 1)]
        return json.dumps({"title": self.sources[0].info.title, "chunks": chunks}, ensure_ascii=False, indent=1)


def batches(sources: Iterable[Source], characters: int) -> Iterator[Batch]:
    """Put neighbours together, in the order given, up to ``characters`` of text and eight chunks."""
    waiting: list[Source] = []
    length = 0
    for source in sources:
        size = len(source.chunk.text)
        if waiting and (length + size > characters or len(waiting) == _MOST_CHUNKS or not _alike(waiting[0], source)):
            yield Batch(tuple(waiting))
            waiting, length = [], 0
        waiting.append(source)
        length += size
    if waiting:
        yield Batch(tuple(waiting))


def singles(batch: Batch) -> Sequence[Batch]:
    """Return one batch per chunk."""
    return [Batch((source,)) for source in batch.sources]


def _alike(one: Source, other: Source) -> bool:
    return one.info.id == other.info.id and one.language == other.language


def _shown(number: int, source: Source) -> dict[str, Any]:
    known = [
        {
            "subject": fact.subject,
            "attribute": fact.attribute,
            "value": fact.value,
            "condition": [condition.text for condition in fact.conditions],
        }
        for fact in source.draft
    ]
    return {"chunk": number, "headings": list(source.chunk.heading_path), "text": source.chunk.text, "known": known}
