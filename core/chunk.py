"""A chunk: the piece of a document that is embedded, searched, cited and read for facts."""

from dataclasses import dataclass
from typing import Literal

from core.document import Span, Table

ChunkKind = Literal["prose", "list", "table", "record", "code", "notice", "parent"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one document that stands alone.

    ``text`` is what a person is shown and what quotes are cut from; ``embedding_text`` is what the embedding
    model reads (document title, heading path, searchable fields). ``spans`` point into the document's canonical
    Markdown, one per block the chunk covers. ``table`` holds header plus this chunk's rows, ``fields`` a record's
    fields; both serve extraction. ``id`` depends on content and place in the heading tree, not on order. A ``parent``
    holds the text of the chunks that name it in ``parent_id``; it gives context and is itself never searched.
    ``splitter_version`` ends in the strategy the document was cut by.
    """

    id: str
    document_id: str
    ordinal: int
    kind: ChunkKind
    text: str
    embedding_text: str
    heading_path: tuple[str, ...]
    spans: tuple[Span, ...]
    sha256: str
    splitter_version: str
    table: Table | None = None
    table_rows: tuple[int, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    parent_id: str | None = None
    needs_review: bool = False
