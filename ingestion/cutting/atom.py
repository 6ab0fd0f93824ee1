"""The smallest stretches that packing moves around: a paragraph, an item, a piece of a long sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.document import Block
from core.settings import Settings
from ingestion.cutting.boundary import cut_running
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


def atoms_of(blocks: Sequence[Block], settings: Settings) -> list[Atom]:
    """Return the atoms of a run of prose blocks, leads worked out."""
    atoms: list[Atom] = []
    body_before = False
    for number, block in enumerate(blocks):
        glued = block.kind == "notice" and number > 0
        glued |= block.kind == "footnote" and body_before
        body_before |= block.kind != "footnote"
        made = _list_atoms(block, settings) if block.kind == "list" else _text_atoms(block, settings)
        atoms += [replace(made[0], glued=glued), *made[1:]]
    return _with_leads(atoms)


def _text_atoms(block: Block, settings: Settings) -> list[Atom]:
    start = block.span.char_start
    limit = settings.chunk_hard_limit if block.kind in _UNCUT else settings.chunk_size
    overlap = settings.chunk_overlap if block.kind == "paragraph" and not item_kind(block.text) else 0
    item = item_kind(block.text)
    opens = block.text.rstrip().endswith(_LEAD_ENDINGS)
    return [
        Atom(block, start + first, start + end, start + own, opens=opens, item=item)
        for first, own, end in cut_running(block.text, limit, min(overlap, settings.chunk_size // 3))
    ]


def _list_atoms(block: Block, settings: Settings) -> list[Atom]:
    """One atom when the list fits, else one per line of the list, long lines cut by sentence."""
    base = block.span.char_start
    if len(block.text) <= settings.chunk_size:
        return [Atom(block, base, block.span.char_end, base, item="list")]
    atoms: list[Atom] = []
    at = 0
    for line in block.text.split("\n"):
        body = line.strip()
        if body:
            first = base + at + line.index(body)
            kind = "nested" if line[:1].isspace() else "list"
            for start, _, end in cut_running(body, settings.chunk_size, 0):
                atoms.append(Atom(block, first + start, first + end, first + start, item=kind))
        at += len(line) + 1
    return atoms


def _with_leads(atoms: list[Atom]) -> list[Atom]:
    """Give every item the sentence it continues, and nested items the item above as well."""
    led: list[Atom] = []
    chain: list[tuple[str, str]] = []
    for atom in atoms:
        text = atom.block.text[atom.own_start - atom.block.span.char_start : atom.end - atom.block.span.char_start]
        if not atom.item:
            chain = [("", _lead_sentence(text))]
            led.append(atom)
            continue
        depth = next((n for n, (kind, _) in enumerate(chain) if kind == atom.item), len(chain))
        chain = chain[:depth]
        led.append(replace(atom, lead="\n".join(sentence for _, sentence in chain if sentence)))
        chain.append((atom.item, _lead_sentence(text)))
    return led


def _lead_sentence(text: str) -> str:
    """Return the last sentence of ``text`` when it announces items (ends in a colon), else nothing."""
    line = text.strip()
    if not line.endswith(_LEAD_ENDINGS):
        return ""
    for end in "。！？\n":
        line = line.rsplit(end, 1)[-1] if end in line[:-1] else line
    return line.strip()[-_LONGEST_LEAD:]
