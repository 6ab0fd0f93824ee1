"""Running text of a document, sentence by sentence."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.document import Block, Document
from core.text import sentences
from extraction.inspected import Place, place_in


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its block; ``start`` is its place in the document's Markdown."""

    text: str
    block: Block
    start: int

    def place(self, document: Document) -> Place:
        """Return where it stands."""
        return place_in(document, self.block, self.start, self.start + len(self.text))


def prose_sentences(document: Document) -> Iterator[Sentence]:
    """Yield the sentences of all blocks but tables, code and headings; of a record those of its fields."""
    for block in document.blocks:
        if block.kind in ("code", "formula", "title") or block.table is not None:
            continue
        if block.kind != "record":
            for piece in sentences(block.text):
                yield Sentence(piece.text, block, block.span.char_start + piece.start)
            continue
        for _, value in block.fields:
            for piece in sentences(value):
                at = document.markdown.find(piece.text, block.span.char_start, block.span.char_end)
                yield Sentence(piece.text, block, at if at >= 0 else block.span.char_start)
