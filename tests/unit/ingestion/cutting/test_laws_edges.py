"""A hundred statutes: no chunk begins or ends inside a sentence, number, quotation or list marker."""

from pathlib import Path

import pytest

from core.chunk import Chunk
from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file
from tests.unit.ingestion.cutting.edges import coverage, cut_through, ends_sentence, inner_edges

SIZES = (512, 200, 90)
Read = list[tuple[Document, tuple[Chunk, ...]]]


@pytest.fixture(scope="module", params=SIZES)
def laws(request: pytest.FixtureRequest, shared_data: Path, settings: Settings) -> tuple[Settings, Read]:
    chosen = settings.model_copy(update={"chunk_size": request.param, "chunk_overlap": request.param // 6})
    paths = sorted((shared_data / "policies").glob("*.md"))
    if not paths:
        pytest.skip("no statutes here")
    documents = [parse_file(path, settings=chosen) for path in paths]
    return chosen, [(document, chunk_document(document, chosen)) for document in documents]


def test_edges(laws: tuple[Settings, Read]) -> None:
    settings, read = laws
    edges = 0
    for document, chunks in read:
        for block, at in inner_edges(document, chunks):
            edges += 1
            around = f"{document.title}: {block.text[max(0, at - 20) : at]}|{block.text[at : at + 20]}"
            assert ends_sentence(block.text, at, settings.chunk_size - settings.chunk_overlap), around
            assert not cut_through(block.text, at, settings.chunk_size), around
    assert edges > {512: -1, 200: 50, 90: 1000}[settings.chunk_size], "articles are short, small sizes cut them"


def test_nothing_is_lost_and_nothing_doubled_outside_the_overlap(laws: tuple[Settings, Read]) -> None:
    settings, read = laws
    for document, chunks in read:
        covered = coverage(document, chunks)
        for block in document.blocks:
            if block.kind == "title":
                continue
            counts = covered[block.span.char_start : block.span.char_end]
            assert all(count or char.isspace() for count, char in zip(counts, block.text, strict=True)), block.text
            pieces = sum(
                block.span.char_start <= span.char_start < block.span.char_end for c in chunks for span in c.spans
            )
            assert sum(counts) - len(counts) <= settings.chunk_overlap * max(pieces - 1, 0), block.text


def test_lengths(laws: tuple[Settings, Read]) -> None:
    settings, read = laws
    longest = max(len(chunk.text) for _, chunks in read for chunk in chunks)
    assert longest <= settings.chunk_size + settings.chunk_minimum
