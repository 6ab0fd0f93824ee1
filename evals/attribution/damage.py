"""Damage to what documents became: headers lost, sentences cut through, facts gone, units wrong, aliases gone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.chunk import Chunk
from core.document import Block, Cell, Document, Table
from core.fact import Fact
from core.identity import stable_id
from core.knowledge_base import KnowledgeBase
from core.quantity import Quantity, parse
from core.text import fold
from evals.layers.holding import same_statement
from evals.suite import Case, GoldFact
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store import synonyms as synonym_store
from store.session import Session

_BLANK = "　"
# A unit of another dimension than any value of the samples that it replaces.
_WRONG, _WRONG_INSTEAD = "平方米", "公里"


def drop_headers(document: Document) -> Document:
    """Return ``document`` as a parser that loses the header rows of tables would have read it.

    Every name of a column is blanked, character by character, so that all other places stay where they are.
    """
    markdown = document.markdown
    blocks: list[Block] = []
    for block in document.blocks:
        if block.table is not None and block.table.header_rows:
            text = _without_header(block.text, block.table)
            markdown = markdown[: block.span.char_start] + text + markdown[block.span.char_end :]
            block = replace(block, text=text, table=_nameless(block.table))
        blocks.append(block)
    return replace(document, markdown=markdown, blocks=tuple(blocks))


def _without_header(text: str, table: Table) -> str:
    """Blank the names of columns, which stand before the rule that parts them from the rows."""
    head, rule, rows = text.partition("| ---")
    for name in sorted({*table.columns(), *(cell.text for cell in _header(table))}, key=len, reverse=True):
        head = head.replace(name, _BLANK * len(name)) if name else head
    return head + rule + rows


def _nameless(table: Table) -> Table:
    header = {id(cell) for cell in _header(table)}
    return replace(table, cells=tuple(replace(c, text="") if id(c) in header else c for c in table.cells))


def _header(table: Table) -> Iterator[Cell]:
    return (cell for cell in table.cells if cell.row < table.header_rows)


def cut_through(cases: Sequence[Case]) -> Callable[[Sequence[Chunk]], list[Chunk]]:
    """Return a splitter that cuts in the middle of the gold text of ``cases``."""
    sentences = {group[-1] for case in cases for group in case.texts}

    def cut(chunks: Sequence[Chunk]) -> list[Chunk]:
        pieces = [piece for chunk in chunks for piece in _pieces(chunk, sentences)]
        return [replace(piece, ordinal=number) for number, piece in enumerate(pieces)]

    return cut


def _pieces(chunk: Chunk, sentences: Iterable[str]) -> list[Chunk]:
    places = (chunk.text.find(words) + len(words) // 2 for words in sentences if len(words) > 1 and words in chunk.text)
    cuts = [0, *sorted(set(places)), len(chunk.text)]
    texts = [chunk.text[start:end] for start, end in pairwise(cuts) if start < end]
    if len(texts) < 2:
        return [chunk]
    return [_piece(chunk, text) for text in texts if text.strip()]


def _piece(chunk: Chunk, text: str) -> Chunk:
    """Return a part of ``chunk`` as prose; a table or record cut through is neither."""
    kind = "prose" if chunk.kind in ("table", "record") else chunk.kind
    around = " ".join(chunk.heading_path)
    return replace(
        chunk, id=stable_id("chk", chunk.id, text), kind=kind, text=text, embedding_text=f"{around}\n{text}",
        sha256=stable_id("sha", text), table=None, table_rows=(), fields=(),
    )  # fmt: skip


def delete_gold_facts(session: Session, kb: KnowledgeBase, cases: Sequence[Case]) -> None:
    """Take the facts that answer ``cases`` out of the store."""
    fact_store.delete(session, kb.id, [fact.id for fact in _gold_facts(session, kb, cases)])


def damage_units(session: Session, kb: KnowledgeBase, cases: Sequence[Case]) -> None:
    """Store the facts that answer ``cases`` with their numbers in a unit of something else; their words stay."""
    facts = [fact for fact in _gold_facts(session, kb, cases) if fact.quantity is not None]
    fact_store.save(session, kb.id, [_in_wrong_unit(fact) for fact in facts])


def _in_wrong_unit(fact: Fact) -> Fact:
    conditions = tuple(replace(item, quantity=_wrong(item.quantity)) for item in fact.conditions)
    return replace(fact, quantity=_wrong(fact.quantity), conditions=conditions)


def _wrong(quantity: Quantity | None) -> Quantity | None:
    if quantity is None:
        return None
    number = quantity.low if quantity.low is not None else quantity.high
    unit = _WRONG if quantity.dimension != "area" else _WRONG_INSTEAD
    wrong = parse(f"{number}{unit}")
    return replace(wrong, raw=quantity.raw) if wrong is not None else None


def forget_aliases(session: Session, kb: KnowledgeBase, cases: Sequence[Case]) -> None:
    """Take away every alias that leads to a name of the gold facts of ``cases``."""
    names = {fold(name) for gold in _golds(cases) for name in (gold.subject, gold.attribute)}
    for alias in synonym_store.listing(session, kb.id):
        if fold(alias.canonical) in names:
            synonym_store.delete(session, kb.id, alias.kind, [alias.alias], alias.scope)


def _golds(cases: Iterable[Case]) -> list[GoldFact]:
    return [gold for case in cases for gold in case.facts]


def _gold_facts(session: Session, kb: KnowledgeBase, cases: Sequence[Case]) -> list[Fact]:
    golds = _golds(cases)
    chunks = [
        chunk.id
        for name in dict.fromkeys(gold.document for case in cases for gold in case.golds)
        if (document := document_store.find(session, kb.id, name)) is not None
        for chunk in chunk_store.of_document(session, kb.id, document.id)
    ]
    facts = fact_store.by_chunks(session, kb.id, chunks, None)
    return [fact for fact in facts if any(same_statement(fact, gold) for gold in golds)]
