"""Under row-level security the indexes still narrow the search, as the application role sees it."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from core.embedding.space import Space
from core.knowledge_base import KnowledgeBase
from store import embeddings
from store.engine import Database

SPACE = Space("test", "planned", "1", 8)

_ROWS = (
    """INSERT INTO document SELECT :kb, 'd' || n, n || '.md', '', '', '', '', '', NULL, NULL, '{}', '', '[]', '',
       '[]', '{}', '', 10, 100 FROM generate_series(1, 500) n""",
    """INSERT INTO chunk SELECT :kb, 'c' || n, 'd' || 1 + n % 500, n / 500, 'prose', 'x', 'x', '{}', '[]', NULL, '{}',
       '[]', NULL, '', '1', false, 10, CASE WHEN n % 100 > 0 THEN 'v1' END FROM generate_series(1, 5000) n""",
    """INSERT INTO posting SELECT :kb, n % 700, 'd' || 1 + n % 500, '{0}', '{1}', '{10}'
       FROM generate_series(1, 7000) n ON CONFLICT DO NOTHING""",
    """INSERT INTO fact SELECT :kb, 'f' || n, 'c' || n, 'd' || 1 + n % 500, 's' || n % 300, 'a' || n % 40, 'v', 'u',
       'dim' || n % 5, n, n, 'u', n, n, false, false, n, n, n, n, numrange(n, n, '[]'), false, '', '[]', NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, 'q', 0, 1, 'rule', '', 0.5, 'candidate' FROM generate_series(1, 5000) n""",
    """INSERT INTO embedding
       SELECT :kb, 'c' || n, :space, ARRAY(SELECT sin(n * k) FROM generate_series(1, 8) k)::halfvec
       FROM generate_series(1, 5000) n""",
)

_NEAREST = """
SELECT chunk_id FROM embedding WHERE kb_id = :kb AND space_id = '{}'
ORDER BY (vector::halfvec(8)) <=> '[1,0,0,0,0,0,0,0]'::halfvec(8) LIMIT 5
""".format(SPACE.id)  # noqa: UP032 - an identifier made here

_VALUED = """
SELECT * FROM fact WHERE kb_id = :kb AND attribute = 'a1' AND low_key <= 4000 AND high_key >= 20
AND coalesce(value_range && '[20,4000]'::numrange, false)
"""


@pytest.fixture
def planned(database: Database, kb: KnowledgeBase) -> Iterator[Database]:
    """Enough rows, and their statistics, for the planner to have a choice."""
    with database.session() as session:
        embeddings.ensure_space(session, SPACE)
        for statement in _ROWS:
            session.execute(text(statement), {"kb": kb.id, "space": SPACE.id})
    with database.owner() as connection:
        embeddings.ensure_index(connection, SPACE)
        database.analyse()
        yield database
        connection.execute(text(f"DROP INDEX embedding_{SPACE.id}_idx"))


def conditions_of(session: Session, query: str, kb_id: int) -> dict[str, str]:
    """Return the indexes that the plan reads, each with what narrows or orders it."""
    plan: Any = session.scalar(text("EXPLAIN (FORMAT JSON) " + query), {"kb": kb_id})
    found: dict[str, str] = {}
    todo = [plan[0]["Plan"]]
    while todo:
        node = todo.pop()
        if "Index Name" in node:
            found[node["Index Name"]] = node.get("Index Cond", "") + node.get("Order By", "")
        todo += node.get("Plans", [])
    return found


def test_every_frequent_query_is_narrowed_by_an_index(planned: Database, kb: KnowledgeBase) -> None:
    expected = {
        "SELECT * FROM posting WHERE kb_id = :kb AND term = ANY('{1,2}'::bigint[])": ("posting_pkey", "term = "),
        "SELECT * FROM chunk WHERE kb_id = :kb AND id = ANY('{c1,c2}'::text[])": ("chunk_pkey", "id = "),
        "SELECT * FROM chunk WHERE kb_id = :kb AND document_id = 'd7'": ("chunk_document_idx", "document_id = "),
        "SELECT * FROM chunk WHERE kb_id = :kb AND extracted_by IS NULL": ("chunk_extracted_by_idx", "IS NULL"),
        "SELECT * FROM embedding WHERE kb_id = :kb AND chunk_id = 'c1'": ("embedding_pkey", "chunk_id = "),
        _VALUED + "ORDER BY sort_low, id LIMIT 2": ("fact_attribute_idx", "low_key <= "),
        _VALUED + "ORDER BY sort_high DESC NULLS LAST, id DESC LIMIT 2": ("fact_attribute_desc_idx", "high_key >= "),
        _VALUED + "AND (sort_low, id) > (30, 'f30') ORDER BY sort_low, id LIMIT 2": (
            "fact_attribute_idx", "ROW(sort_low, id) > ",
        ),
        "SELECT * FROM fact WHERE kb_id = :kb AND dimension = 'dim1' AND low_key <= 50 AND high_key >= 40": (
            "fact_dimension_idx", "low_key <= ",
        ),
        "SELECT * FROM fact WHERE kb_id = :kb AND subject = 's1' AND attribute = 'a1'": (
            "fact_subject_idx", "attribute = ",
        ),
        "SELECT * FROM document WHERE kb_id = :kb AND source_name = '7.md'": (
            "document_kb_id_source_name_key", "source_name = ",
        ),
        _NEAREST: (f"embedding_{SPACE.id}_idx", "<=>"),
    }  # fmt: skip
    with planned.session() as session:
        for query, (index, condition) in expected.items():
            found = conditions_of(session, query, kb.id)
            assert condition in found.get(index, ""), (query, found)
