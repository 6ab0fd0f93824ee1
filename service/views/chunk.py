"""A chunk as the doors show it."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from core.chunk import Chunk, ChunkKind
from service.views.conversion import view
from service.views.place import SpanView, anchor_of


class ChunkView(Struct, frozen=True):
    """A piece of a document that stands alone: it is what is searched, cited and read for facts."""

    id: str
    document_id: str
    ordinal: Annotated[int, Meta(description="Its place among the document's chunks, from 0.")]
    kind: ChunkKind
    text: Annotated[str, Meta(description="What quotes are cut from.")]
    heading_path: Annotated[list[str], Meta(description="Titles it stands under, outermost first.")]
    anchor: Annotated[str, Meta(description="Its place in one line.", examples=["二、退款到账 · p. 2"])]
    spans: list[SpanView]
    sha256: str
    splitter_version: str
    table_rows: Annotated[list[int], Meta(description="Rows of the table it holds, from 0.")] = []
    needs_review: Annotated[bool, Meta(description="Held back from answers until a person has checked it.")] = False


class ChunkList(Struct, frozen=True):
    """Chunks of one document, in order. Pass `next` as `after` to get the next page; null on the last."""

    document_id: str
    chunks: list[ChunkView]
    total: Annotated[int, Meta(description="How many chunks it has, on all pages together.")]
    next: Annotated[int | None, Meta(description="`ordinal` of the last chunk of this page.")] = None


def chunk_list(
    document_id: str, chunks: Sequence[Chunk], after: int | None = None, limit: int | None = None
) -> ChunkList:
    """Return the chunks of a document as the doors show them: all, or a page of those behind ``after``."""
    rest = [chunk for chunk in chunks if after is None or chunk.ordinal > after]
    page = rest[:limit]
    following = page[-1].ordinal if len(rest) > len(page) else None
    return ChunkList(document_id, [chunk_view(chunk) for chunk in page], len(chunks), following)


def chunk_view(chunk: Chunk) -> ChunkView:
    """Return ``chunk`` as the doors show it."""
    return view(chunk, ChunkView, anchor=anchor_of(chunk.heading_path, chunk.spans))
