"""The smallest stretches that packing moves around: a paragraph, an item, a piece of a long sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.document import Block
from core.settings import Settings
from ingestion.cutting.boundary import cut_running
from ingestion.cutting.list_items import list_items
from ingestion.numbering import item_kind

_LEAD_ENDINGS = ("：", ":")
_UNCUT = frozenset({"code", "formula", "image"})
_LONGEST_LEAD = 160


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch ``start``–``end`` of the canonical Markdown inside one block.

    ``own_start`` is where new text begins (after the overlap). ``glued`` atoms stay with the one before.
    ``lead`` is the sentence this item belongs to, ``opens`` marks that sentence itself.
    """

    block: Block
    start: int
    end: int
    own_start: int
    glued: bool = False
    opens: bool = False
    item: str = ""
    lead: str = ""

    @property
    def own_text(self) -> str:
        """The text of this atom without what it repeats."""
        base = self.block.span.char_start
        return self.block.text[self.own_start - base : self.end - base]


def atoms_of(blocks: Sequence[Block], settings: Settings, size: int) -> list[Atom]:
    """Return the atoms of a run of prose blocks, each at most ``size`` characters long, leads worked out."""
    glued = [_belongs(blocks, number) for number in range(len(blocks))]
    atoms: list[Atom] = []
    for number, block in enumerate(blocks):
        follower = blocks[number + 1].text if glued[number + 1 : number + 2] == [True] else ""
        room = _room(block, follower, size)
        made = _list_atoms(block, room) if block.kind == "list" else _text_atoms(block, settings, room)
        atoms += [replace(made[0], glued=glued[number]), *made[1:]]
    return _with_leads(atoms)


def _room(block: Block, follower: str, size: int) -> int:
    """Return the size to cut ``block`` to, so that its end and the glued ``follower`` fit in one chunk."""
    fits = len(block.text) + len(follower) + 2 <= size
    return size if not follower or fits or len(follower) > size // 2 else size - len(follower) - 2


def _belongs(blocks: Sequence[Block], number: int) -> bool:
    """Return whether block ``number`` must stay with the block before it."""
    if not number:
        return False
    before, block = blocks[number - 1], blocks[number]
    if block.kind == "notice":
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        return _is_step(before) or not _is_step(after)
    if before.kind == "notice":
        # A notice guards the step above it; where there is none, the step below.
        earlier = blocks[number - 2] if number > 1 else None
        return _is_step(block) and not _is_step(earlier)
    if block.kind in _UNCUT:
        return before.text.rstrip().endswith(_LEAD_ENDINGS)
    return block.kind == "footnote"


def _is_step(block: Block | None) -> bool:
    return block is not None and (block.kind == "list" or bool(item_kind(block.text)))


def _text_atoms(block: Block, settings: Settings, size: int) -> list[Atom]:
    start = block.span.char_start
    limit = settings.chunk_hard_limit if block.kind in _UNCUT else size
    item = item_kind(block.text)
    overlap = settings.chunk_overlap if block.kind == "paragraph" and not item else 0
    opens = block.text.rstrip().endswith(_LEAD_ENDINGS)
    return [
        Atom(block, start + first, start + end, start + own, opens=opens, item=item)
        for first, own, end in cut_running(block.text, limit, min(overlap, size // 3), settings.chunk_minimum)
    ]


def _list_atoms(block: Block, size: int) -> list[Atom]:
    """One atom per item of the list, long items cut by sentence."""
    base = block.span.char_start
    return [
        Atom(block, base + item.start + start, base + item.start + end, base + item.start + start, item=item.kind)
        for item in list_items(block)
        for start, _, end in cut_running(block.text[item.start : item.end], size, 0)
    ]


def _with_leads(atoms: list[Atom]) -> list[Atom]:
    """Give every item the sentence it continues, and nested items the item above as well."""
    led: list[Atom] = []
    chain: list[tuple[str, str]] = []
    for atom in atoms:
        if not atom.item:
            chain = [("", _lead_sentence(atom.own_text))]
            led.append(atom)
            continue
        depth = next((n for n, (kind, _) in enumerate(chain) if kind == atom.item), len(chain))
        chain = chain[:depth]
        led.append(replace(atom, lead="\n".join(sentence for _, sentence in chain if sentence)))
        chain.append((atom.item, _lead_sentence(atom.own_text)))
    return led


def _lead_sentence(text: str) -> str:
    """Return the last sentence of ``text`` when it announces items (ends in a colon), else nothing."""
    line = text.strip()
    if not line.endswith(_LEAD_ENDINGS):
        return ""
    for end in "。！？\n":
        line = line.rsplit(end, 1)[-1] if end in line[:-1] else line
    return line.strip()[-_LONGEST_LEAD:]
