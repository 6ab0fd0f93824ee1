"""The text of a gold place, so that a system without our chunks can be judged."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePosixPath

from core.document import Block, Document
from core.errors import InvalidInput
from core.settings import Settings
from core.text import fold
from evals.external.overlap import RUN, covered, letters
from evals.external.system import Hit
from evals.places import ARTICLE
from evals.suite import Case, Gold
from ingestion.parse import parse_file


@dataclass(frozen=True, slots=True)
class Place:
    """A right place: a document, and the text there, in one piece or in several that are each right.

    Without ``document`` any document will do, without ``texts`` all of the document is right.
    """

    document: str
    texts: tuple[str, ...] = ()

    def holds(self, hit: Hit) -> bool:
        """Return whether ``hit`` is here: the document's name, and half of the shorter text shared with the other.

        Half of the hit lies in a gold text, or half of that lies in the hit. What is shared is counted in runs of
        characters (``evals.external.overlap``), so a rendering of its own does not count against a system.
        """
        if self.document and not same_name(hit.document, self.document):
            return False
        if not self.texts:
            return bool(hit.text.strip())
        return any(_share_half(letters(hit.text), letters(text)) for text in self.texts)


def _share_half(found: str, gold: str) -> bool:
    if len(found) < min(RUN, len(gold)):
        return False
    return 2 * covered(found, gold) >= len(found) or 2 * covered(gold, found) >= len(gold)


def same_name(found: str, wanted: str) -> bool:
    """Return whether two document names are the same: folders do not count, and the ending may be left out."""
    name, gold = (PurePosixPath(fold(text.replace("\\", "/"))) for text in (found, wanted))
    return name.name in (gold.name, gold.stem)


def places_of(cases: Iterable[Case], folder: Path, settings: Settings) -> dict[str, tuple[Place, ...]]:
    """Return case id → its right places, read from the documents in ``folder``.

    Raises:
        InvalidInput: A document is not there, or does not hold its anchor.
    """
    documents: dict[str, Document] = {}
    found: dict[str, tuple[Place, ...]] = {}
    for case in cases:
        for gold in case.golds:
            if gold.document not in documents:
                documents[gold.document] = _parsed(folder / gold.document, settings)
        found[case.id] = tuple(_place(gold, documents, case.id) for gold in case.golds)
    return found


def _parsed(path: Path, settings: Settings) -> Document:
    if not path.is_file():
        raise InvalidInput("the document of a question is not there", place=str(path), advice="name its folder")
    return parse_file(path, settings=settings)


def _place(gold: Gold, documents: Mapping[str, Document], case: str) -> Place:
    if not gold.anchor:
        return Place(gold.document)
    texts = anchored_texts(documents[gold.document].blocks, gold.anchor)
    if not texts:
        raise InvalidInput(
            f"{gold.document} has no {gold.anchor!r}",
            place=f"question {case}",
            advice="an anchor is a heading, or words of the text",
        )
    return Place(gold.document, texts)


def anchored_texts(blocks: Iterable[Block], anchor: str) -> tuple[str, ...]:
    """Return what stands under each heading that holds ``anchor``, else each paragraph, row and record that holds it.

    An article number (第三条) must be the whole heading.
    """
    kept, wanted = list(blocks), fold(anchor)
    whole = bool(ARTICLE.fullmatch(wanted))

    def under(block: Block) -> bool:
        titles = [*block.heading_path, *([block.text] if block.kind == "title" else [])]
        return any(fold(title) == wanted if whole else wanted in fold(title) for title in titles)

    sections = tuple("\n".join(block.text for block in run) for inside, run in groupby(kept, under) if inside)
    if sections or whole:
        return sections
    return tuple(part for block in kept for part in _parts(block) if wanted in fold(part))


def _parts(block: Block) -> list[str]:
    """Return the rows of a table one by one, any other block whole: a table of many rows is many places."""
    return [block.text] if block.table is None else [" ".join(row) for row in block.table.grid()]
