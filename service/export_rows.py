"""Facts as rows of text, read from the store page by page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from service.fact_query import FactQuery, filter_of
from store import documents as document_store
from store import facts as fact_store
from store.engine import Database
from store.fact_filter import FactFilter
from store.session import Session

COLUMNS = (
    "subject", "attribute", "value", "conditions", "unit", "low", "high", "low_open", "high_open", "canonical_low",
    "canonical_high", "canonical_unit", "dimension", "product_line", "region", "channel", "customer_type", "version",
    "valid_from", "valid_to", "document", "quote", "quote_start", "quote_end", "chunk_id", "document_id", "origin",
    "rule", "confidence", "state", "id",
)  # fmt: skip
_PAGE = 500
Row = dict[str, str]


def fact_rows(database: Database, kb: KnowledgeBase, query: FactQuery) -> Iterator[Sequence[Row]]:
    """Return the facts ``query`` describes, a page of rows at a time; its page and limit do not count.

    A page is one short transaction, so that a slow reader holds nothing open. ``value`` is the source's own words.

    Raises:
        InvalidInput, NotFound: At once, before any page is read; see ``service.fact_pages.fact_page``.
    """
    with database.session() as session:
        wanted = replace(filter_of(session, kb, replace(query, after=None)), limit=_PAGE)
    return _pages(database, kb, wanted)


def _pages(database: Database, kb: KnowledgeBase, wanted: FactFilter) -> Iterator[Sequence[Row]]:
    following: str | None = None
    while True:
        with database.session() as session:
            facts, following = fact_store.piece(session, kb.id, replace(wanted, after=following))
            rows = _rows(facts, _names(session, kb, facts))
        yield rows
        if following is None:
            return


def _names(session: Session, kb: KnowledgeBase, facts: Sequence[Fact]) -> dict[str, str]:
    found = document_store.sources(session, kb.id, {fact.document_id for fact in facts})
    return {name: source.source_name for name, source in found.items()}


def _rows(facts: Sequence[Fact], names: dict[str, str]) -> list[Row]:
    return [_row(fact, names.get(fact.document_id, "")) for fact in facts]


def _row(fact: Fact, document: str) -> Row:
    plain = ("subject", "attribute", "value", "quote", "chunk_id", "document_id", "origin", "rule", "state", "id")
    row: dict[str, object] = {name: getattr(fact, name) for name in plain}
    row |= {name: getattr(fact, name) for name in ("quote_start", "quote_end", "confidence")}
    quantity_columns = COLUMNS[COLUMNS.index("unit") : COLUMNS.index("product_line")]
    row |= {name: getattr(fact.quantity, name, None) for name in quantity_columns}
    scope_columns = COLUMNS[COLUMNS.index("product_line") : COLUMNS.index("document")]
    row |= {name: getattr(fact.scope, name) for name in scope_columns}
    row |= {"conditions": "；".join(condition.text for condition in fact.conditions), "document": document}
    return {name: _text(row[name]) for name in COLUMNS}


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
