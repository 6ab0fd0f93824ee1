"""The tree of headings: gives every block the titles and the article it stands under."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.document import Block
from ingestion.inline import plain_text
from ingestion.numbering import PartMark, article_label, clean_heading, item_kind, part_mark

_ARTICLE_KEY = (99, 0)
_ANNEX_KEY = (1, 1)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One open heading. ``key`` orders depth: (Markdown level, rank of a plain numbering below it)."""

    key: tuple[int, int]
    kind: str
    label: str


class Outline:
    """Walks the blocks once and keeps the open headings."""

    def __init__(self, title: str, *, markup: bool) -> None:
        self._title = clean_heading(title)
        self._markup = markup
        self._open: list[_Entry] = []
        self._level = 1
        self._titled = False

    def path(self) -> tuple[str, ...]:
        """Return the labels of the open headings, outermost first."""
        return tuple(entry.label for entry in self._open)

    def place(self, block: Block, following: Block | None) -> Block:
        """Return ``block`` with its heading path; a plain paragraph that acts as a heading becomes a title."""
        if block.kind == "title":
            return self._heading(block)
        if block.kind == "paragraph":
            mark = self._plain_heading(block, following)
            if mark:
                return self._plain(block, mark)
            label = article_label(block.text)
            if label:
                self._push(_Entry(_ARTICLE_KEY, "条", label))
        return replace(block, heading_path=self.path())

    def _heading(self, block: Block) -> Block:
        label = clean_heading(plain_text(block.text) if self._markup else block.text)
        level = block.level or 1
        if not self._titled and label == self._title and not self._open:
            self._titled = True
            return replace(block, heading_path=())
        self._titled = True
        self._level = level
        mark = part_mark(label)
        self._push(_Entry((level, 0), mark.kind if mark else "", label))
        return replace(block, heading_path=self.path()[:-1])

    def _plain_heading(self, block: Block, following: Block | None) -> PartMark | None:
        mark = part_mark(block.text)
        if mark is None or mark.kind in ("附", "编", "章", "节"):
            return mark
        if self._open and self._open[-1].kind == "条":
            return None
        if mark.kind == "（一）":
            items_follow = following is None or item_kind(following.text) != ""
            if items_follow or all(entry.kind != "一、" for entry in self._open):
                return None
        return mark

    def _plain(self, block: Block, mark: PartMark) -> Block:
        key = _ANNEX_KEY if mark.kind == "附" else (self._level, mark.rank)
        # The same numbering elsewhere in the path is a sibling, whatever wrote it: "## 第五章" and plain "附 则".
        key = next((entry.key for entry in self._open if entry.kind == mark.kind), key)
        self._push(_Entry(key, mark.kind, clean_heading(block.text)))
        return replace(block, kind="title", level=min(6, len(self._open) + 1), heading_path=self.path()[:-1])

    def _push(self, entry: _Entry) -> None:
        self._open = [other for other in self._open if other.key < entry.key]
        self._open.append(entry)


def place_blocks(blocks: Sequence[Block], title: str, *, markup: bool) -> tuple[Block, ...]:
    """Return ``blocks`` with heading paths, the document's title left out of them.

    Args:
        blocks: Blocks in reading order.
        title: Title of the document.
        markup: Whether heading texts contain inline Markdown.
    """
    outline = Outline(title, markup=markup)
    followers = [*blocks[1:], None][: len(blocks)]
    return tuple(outline.place(block, after) for block, after in zip(blocks, followers, strict=True))
