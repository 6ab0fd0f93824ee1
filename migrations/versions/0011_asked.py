"""The log of questions, with what people thought of the answers."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_ASKED = """
CREATE TABLE asked (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    id text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    door text NOT NULL,
    actor text NOT NULL,
    question text NOT NULL,
    completed text NOT NULL,
    answer text NOT NULL,
    headline text NOT NULL,
    route text NOT NULL,
    grade text NOT NULL,
    confidence double precision NOT NULL,
    refused boolean NOT NULL,
    degraded text[] NOT NULL,
    sources jsonb NOT NULL,
    milliseconds double precision NOT NULL,
    liked boolean,
    note text NOT NULL DEFAULT '',
    judged_at timestamptz,
    judged_by text NOT NULL DEFAULT '',
    PRIMARY KEY (kb_id, id)
);
CREATE INDEX asked_at_idx ON asked (kb_id, at)
"""


def upgrade() -> None:
    """Create the table, empty."""
    op.execute(_ASKED)
    op.execute("ALTER TABLE asked ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON asked USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the log with the questions in it."""
    op.execute("DROP TABLE asked")
