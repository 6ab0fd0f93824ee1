"""Labels: the fields of documents and records as rows that a search can be limited by."""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from store.labels import rows_of

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_BATCH = 200

_LABEL = """
CREATE TABLE label (
    kb_id bigint NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    whole boolean NOT NULL,
    document_id text NOT NULL,
    value text NOT NULL,
    ordinals integer[] NOT NULL,
    PRIMARY KEY (kb_id, name, folded, whole, document_id),
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX label_document_idx ON label (kb_id, document_id)
"""

_DOCUMENTS = sa.text(
    "SELECT kb_id, id, version, metadata FROM document WHERE (kb_id, id) > (:kb, :id) ORDER BY kb_id, id LIMIT :most"
)
_RECORDS = sa.text(
    "SELECT ordinal, coalesce(spans -> 0 ->> 'row', '#' || ordinal) AS record, fields FROM chunk "
    "WHERE kb_id = :kb AND document_id = :id AND fields <> '[]' ORDER BY ordinal"
)
_INSERT = sa.text(
    "INSERT INTO label (kb_id, name, folded, document_id, whole, value, ordinals) "
    "VALUES (:kb_id, :name, :folded, :document_id, :whole, :value, :ordinals)"
)


def upgrade() -> None:
    """Create the table, and label what is stored."""
    op.execute(_LABEL)
    # One role for everything is under its own policies while they are forced; granting forces them again afterwards.
    for table in ("document", "chunk"):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    for document in _documents():
        if rows := _rows(document):
            op.get_bind().execute(_INSERT, rows)
    op.execute("ALTER TABLE label ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON label USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the table; the fields stay where they were read from."""
    op.execute("DROP TABLE label")


def _documents() -> Iterator[Any]:
    last: dict[str, Any] = {"kb": -1, "id": ""}
    while found := list(op.get_bind().execute(_DOCUMENTS, {**last, "most": _BATCH})):
        yield from found
        last = {"kb": found[-1].kb_id, "id": found[-1].id}


def _rows(document: Any) -> Sequence[dict[str, Any]]:
    metadata = {**({"version": document.version} if document.version else {}), **document._mapping["metadata"]}
    records = op.get_bind().execute(_RECORDS, {"kb": document.kb_id, "id": document.id})
    fields = ((row.ordinal, row.record, [tuple(pair) for pair in row.fields]) for row in records)
    return rows_of(document.kb_id, document.id, metadata, fields)
