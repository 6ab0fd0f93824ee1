"""Runs of evaluations: kept beside the knowledge base they asked, and gone with it."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_EVAL_RUN = """
CREATE TABLE eval_run (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    name text NOT NULL,
    suite text NOT NULL,
    made_at timestamptz NOT NULL,
    settings jsonb NOT NULL,
    figures jsonb NOT NULL,
    cases jsonb NOT NULL,
    PRIMARY KEY (kb_id, name)
)
"""


def upgrade() -> None:
    """Create the table, empty."""
    op.execute(_EVAL_RUN)
    op.execute("ALTER TABLE eval_run ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON eval_run USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the table with the runs in it."""
    op.execute("DROP TABLE eval_run")
