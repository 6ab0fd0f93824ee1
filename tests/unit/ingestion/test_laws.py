"""A hundred statutes: fast, whole, every article found."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.chunk import Chunk
from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.cutting.boundary import protected_stretches, quotations
from ingestion.parse import parse_file

Law = tuple[str, Document, tuple[Chunk, ...]]
_ARTICLE = re.compile(r"(?m)^\s*(第[一二三四五六七八九十百零〇]+条(?:之[一二三四五])?)[\s\u3000]")


@pytest.fixture(scope="module")
def laws(shared_data: Path, settings: Settings) -> list[Law]:
    paths = sorted((shared_data / "policies").glob("*.md"))
    if not paths:
        pytest.skip("no statutes here")
    loaded = []
    for path in paths:
        document = parse_file(path, settings=settings)
        loaded.append((path.read_text(encoding="utf-8"), document, chunk_document(document, settings)))
    return loaded


def each(laws: list[Law]) -> Iterator[tuple[Document, Chunk]]:
    for _, document, chunks in laws:
        for chunk in chunks:
            yield document, chunk


def test_every_article_is_in_a_heading_path(laws: list[Law]) -> None:
    for source, document, chunks in laws:
        labels = {label for chunk in chunks for label in chunk.heading_path}
        body = source.split("INFO END", 1)[1]
        assert set(_ARTICLE.findall(body)) <= labels, document.source_name


def test_no_character_is_lost_and_none_doubled_outside_the_overlap(laws: list[Law]) -> None:
    for source, document, chunks in laws:
        covered = bytearray(len(document.markdown))
        for chunk in chunks:
            for span in chunk.spans:
                for at in range(span.char_start, span.char_end):
                    covered[at] += 1
        for block in document.blocks:
            if block.kind != "title":
                counts = covered[block.span.char_start : block.span.char_end]
                assert min(counts) == 1, block.text
                assert sum(count > 1 for count in counts) <= 80 * (len(block.text) // 400 + 1)
        after = source.index("INFO END")
        text = "".join(c for c in source[after:] if "\u4e00" <= c <= "\u9fff")
        kept = "".join(b.text for b in document.blocks if b.span.char_start > after)
        assert text == "".join(c for c in kept if "\u4e00" <= c <= "\u9fff")


def test_sizes_and_slices(laws: list[Law], settings: Settings) -> None:
    for document, chunk in each(laws):
        assert len(chunk.text) <= settings.chunk_size + settings.chunk_minimum
        first, last = chunk.spans[0], chunk.spans[-1]
        stretch = document.markdown[first.char_start : last.char_end]
        assert stretch == chunk.text or stretch.replace("## ", "") == chunk.text
        assert chunk.embedding_text.startswith(" > ".join((document.title, *chunk.heading_path)))


def test_no_cut_falls_inside_a_number_or_quotation(laws: list[Law]) -> None:
    for _, document, chunks in laws:
        inside = set()
        for block in document.blocks:
            for start, end in protected_stretches(block.text) + quotations(block.text, 512):
                inside |= set(range(block.span.char_start + start + 1, block.span.char_start + end))
        edges = {edge for chunk in chunks for edge in (chunk.spans[0].char_start, chunk.spans[-1].char_end)}
        assert not edges & inside, document.source_name


def test_ids_are_unique_and_dates_known(laws: list[Law]) -> None:
    assert len({chunk.id for _, chunk in each(laws)}) == sum(len(chunks) for _, _, chunks in laws)
    for _, document, _ in laws:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", document.version), document.source_name
        assert not document.metadata["series"].startswith("中华人民共和国")


def test_versions_of_one_law_share_a_series(laws: list[Law]) -> None:
    series = [document.metadata["series"] for _, document, _ in laws]
    repeated = {name for name in series if series.count(name) > 1}
    assert "互联网上网服务营业场所管理条例" in repeated
