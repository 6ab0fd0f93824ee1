"""The facts of whole folders of documents, read the way a load reads them, but in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from core.chunk import Chunk
from core.document import DocumentInfo
from core.fact import Fact
from core.settings import Settings
from extraction.extractor import extract
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact, the file it is from (``source``/``document``) and its chunk."""

    source: str
    document: str
    chunk: Chunk
    fact: Fact

    @property
    def key(self) -> str:
        """The same for the same statement of the same document: place in the file and ids do not count."""
        fact = self.fact
        conditions = "；".join(condition.text for condition in fact.conditions)
        words = (self.source, self.document, fact.subject, fact.attribute, fact.value, conditions)
        return sha256("\n".join(words).encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Corpus:
    """The facts of a folder, and how many characters of chunks they were read from."""

    facts: tuple[PlacedFact, ...]
    characters: int
    chunks: tuple[tuple[str, DocumentInfo, Chunk], ...]


def read_chunks(files: list[Path], settings: Settings) -> Iterator[tuple[str, DocumentInfo, Chunk]]:
    """Yield file name, document and chunk of every chunk that is read for facts.

    Raises:
        UnreadableFile: A parser cannot read one of them.
    """
    for path in files:
        document = parse_file(path, settings=settings)
        info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
        for chunk in chunk_document(document, settings):
            if chunk.kind != "parent":
                yield path.name, info, chunk


def read_corpus(source: str, files: list[Path], settings: Settings) -> Corpus:
    """Return the facts of ``files`` with an open vocabulary; one statement is counted once a chunk."""
    chunks = tuple(read_chunks(files, settings))
    facts = tuple(
        PlacedFact(source, name, chunk, fact)
        for name, info, chunk in chunks
        for fact in extract(chunk, info, Naming()).facts
    )
    return Corpus(facts, sum(len(chunk.text) for _, _, chunk in chunks), chunks)
