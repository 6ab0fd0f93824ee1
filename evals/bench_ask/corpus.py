"""The documents of ``bench-ask``: the same in every run, each made from its own number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.chunk import Chunk
from core.document import Document
from core.identity import content_hash, stable_id
from evals.bench_ask.words import lexicon, running_text
from evals.bench_facts_data import Place, statement_of

CHUNKS_PER_DOCUMENT = 25
_WORDS_PER_CHUNK = (40, 80)
_NAMING = 3
_QUOTED = 12
# Coprime to every size here, so that the first facts go round all chunks, one each.
_STRIDE = 7919
_SEED = 20_240_501


@dataclass(frozen=True, slots=True)
class Size:
    """How large a corpus is. ``chunks`` is a multiple of 25, a document's number of chunks."""

    chunks: int
    facts: int
    subjects: int

    @property
    def documents(self) -> int:
        return self.chunks // CHUNKS_PER_DOCUMENT


@dataclass(frozen=True, slots=True)
class Made:
    """One document with its chunks."""

    document: Document
    chunks: tuple[Chunk, ...]


def made(number: int, size: Size) -> Made:
    """Return document ``number``: every third of its chunks begins with a fact that stands in it."""
    document_id = stable_id("doc", f"bench-ask {number}")
    texts = [chunk_text(number * CHUNKS_PER_DOCUMENT + at, size) for at in range(CHUNKS_PER_DOCUMENT)]
    markdown = "\n\n".join(texts)
    name = f"资料{number:05d}"
    document = Document(document_id, name, f"{name}.md", "text/markdown", content_hash(markdown), markdown, ())
    chunks = tuple(
        Chunk(
            chunk_id(number * CHUNKS_PER_DOCUMENT + at), document_id, at, "prose", text, text, (f"第{at + 1}节",), (),
            content_hash(text), "bench",
        )
        for at, text in enumerate(texts)
    )  # fmt: skip
    return Made(document, chunks)


def chunk_text(number: int, size: Size) -> str:
    """Return the text of chunk ``number``."""
    choose = np.random.default_rng((_SEED, number))
    text = running_text(lexicon().draw(choose, int(choose.integers(*_WORDS_PER_CHUNK))), choose)
    return f"{statement_of(first_fact(number, size), size.subjects)}。{text}" if names_fact(number) else text


def names_fact(chunk: int) -> bool:
    """Return whether chunk ``chunk`` says its first fact in words."""
    return chunk % _NAMING == 0


def first_fact(chunk: int, size: Size) -> int:
    """Return the number of the first fact that stands in ``chunk``."""
    return chunk * pow(_STRIDE, -1, size.chunks) % size.chunks


def place_of(fact: int, size: Size, heads: Sequence[str]) -> Place:
    """Return where fact ``fact`` stands. The quote is what the chunk begins with, whether it says the fact or not.

    Args:
        heads: For each chunk its first words; see ``head_of``.
    """
    chunk = fact * _STRIDE % size.chunks
    document = stable_id("doc", f"bench-ask {chunk // CHUNKS_PER_DOCUMENT}")
    said = fact < size.chunks and names_fact(chunk)
    return Place(chunk_id(chunk), document, "" if said else heads[chunk])


def head_of(text: str) -> str:
    """Return the first words of a chunk's text."""
    return text[:_QUOTED]


def chunk_id(number: int) -> str:
    """Return the id of chunk ``number``."""
    return stable_id("chk", f"bench-ask {number}")
