"""The sections of two versions, and which of them are the same section."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from core.document import Block, Document
from core.text import fold
from extraction.diff.numbering import Heading, heading_of
from extraction.diff.pairing import Pairs, alike_pairs, equal_pairs
from extraction.diff.unit import Unit, key_of, lines_above, units_of

_LEAST = 0.5
_LONGEST = 4000
_SAME_NAME = 0.45
_SAME_PLACE = 0.15
_TIE = 0.05

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one path of headings; the wording of the heading comes first among its units.

    ``body`` and ``mask`` join the keys and masks of the other units.
    """

    path: Path
    heading: Heading
    units: tuple[Unit, ...]
    body: str
    mask: str


def sections_of(document: Document) -> tuple[Section, ...]:
    """Return the sections of a document in order, the heading that is its title left out of their paths."""
    title = _title_heading(document)
    heads: dict[Path, list[Unit]] = {(): list(lines_above(document))}
    bodies: dict[Path, list[Unit]] = {(): []}
    for block, path in _placed(document.blocks):
        if block.kind == "title" and not block.heading_path and key_of(block.text) == key_of(document.title):
            continue
        place = path[1:] if title and path[:1] == (title,) else path
        heads.setdefault(place, [])
        kind = heads if block.kind == "title" else bodies
        kind.setdefault(place, []).extend(units_of(document, block))
    return tuple(_section(path, heads[path], bodies.get(path, [])) for path in heads)


def paired_sections(old: Sequence[Section], new: Sequence[Section]) -> Pairs:
    """Return indices of the same section in both: by equal text, then by name and likeness of text."""
    pairs = equal_pairs([_identity(each) for each in old], [_identity(each) for each in new])
    taken = set(pairs.values())
    rest_old = [(i, each) for i, each in enumerate(old) if i not in pairs]
    rest_new = [(j, each) for j, each in enumerate(new) if j not in taken]
    return pairs | alike_pairs(rest_old, rest_new, _likeness, _LEAST)


def _placed(blocks: Sequence[Block]) -> Iterator[tuple[Block, Path]]:
    """Yield every block with the path it belongs to, which for a heading ends in itself."""
    for at, block in enumerate(blocks):
        if block.kind != "title":
            yield block, block.heading_path
            continue
        depth = len(block.heading_path)
        below = blocks[at + 1].heading_path if at + 1 < len(blocks) else ()
        label = below[depth] if len(below) > depth and below[:depth] == block.heading_path else ""
        same = key_of(label) == key_of(block.text)
        yield block, (*block.heading_path, label if same else block.text.strip())


def _title_heading(document: Document) -> str:
    """Return the label of the heading that all others stand under, or an empty string."""
    first = next((block for block in document.blocks if block.kind == "title"), None)
    if first is None or first.heading_path:
        return ""
    tops = {path[0] for block, path in _placed(document.blocks) if path and block is not first}
    return tops.pop() if len(tops) == 1 and key_of(first.text) == key_of(next(iter(tops))) else ""


def _section(path: Path, head: Sequence[Unit], body: Sequence[Unit]) -> Section:
    label = path[-1] if path else ""
    heading = heading_of(label)
    return Section(
        path, heading, (*head, *body), "\n".join(unit.key for unit in body), "\n".join(unit.mask for unit in body)
    )


def _identity(section: Section) -> str:
    """Equal for a section that says the same under the same name; an article has no name of its own."""
    return f"{fold(section.heading.name)}\x1f{section.body or '/'.join(section.path)}"


def _likeness(one: Section, other: Section) -> float:
    if not one.path or not other.path:
        return 1.0 if one.path == other.path else 0.0
    named = bool(one.heading.name) and fold(one.heading.name) == fold(other.heading.name)
    same_place = one.path[:-1] == other.path[:-1] and one.heading.number == other.heading.number
    text = _text_likeness(one, other)
    if named:
        return min(1.0, _SAME_NAME + 0.5 * text + (0.1 if one.path[:-1] == other.path[:-1] or same_place else 0.0))
    return text + (_SAME_PLACE * (1 - text) if same_place else 0.0)


def _text_likeness(one: Section, other: Section) -> float:
    if not one.body or not other.body:
        return 0.0
    whole = fuzz.ratio(one.mask[:_LONGEST], other.mask[:_LONGEST]) / 100
    # An article that grew by a paragraph still holds the former one.
    shorter, longer = sorted((len(one.mask), len(other.mask)))
    held = fuzz.token_set_ratio(one.mask[:_LONGEST], other.mask[:_LONGEST]) / 100 if shorter * 4 > longer else 0.0
    # Of several that differ in numbers only, the one with most of them the same is meant.
    exact = fuzz.ratio(one.body[:_LONGEST], other.body[:_LONGEST]) / 100
    return max(whole, held * 0.9) - _TIE * (1 - exact)
