"""Which titles a document repeals, so that a repealed document is known for one without reading every document."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_REPEAL = """
CREATE TABLE repeal (
    kb_id bigint NOT NULL,
    title_key text NOT NULL,
    document_id text NOT NULL,
    since date,
    PRIMARY KEY (kb_id, title_key, document_id),
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX repeal_document_idx ON repeal (kb_id, document_id)
"""


def upgrade() -> None:
    """Create the table, empty: loading the same files again fills it, for their parser has changed too."""
    op.execute(_REPEAL)
    op.execute("ALTER TABLE repeal ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON repeal USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the table."""
    op.execute("DROP TABLE repeal")
