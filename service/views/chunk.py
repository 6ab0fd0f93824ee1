"""A chunk as the doors show it."""

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
    """All chunks of one document, in order."""

    document_id: str
    chunks: list[ChunkView]


def chunk_view(chunk: Chunk) -> ChunkView:
    """Return ``chunk`` as the doors show it."""
    return view(chunk, ChunkView, anchor=anchor_of(chunk.heading_path, chunk.spans))
