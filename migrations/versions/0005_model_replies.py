"""What language models answered about chunks, so that no chunk is paid for twice and an interrupted load goes on."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_MODEL_REPLY = """
CREATE TABLE model_reply (
    kb_id bigint NOT NULL,
    chunk_id text NOT NULL,
    prompt text NOT NULL,
    model text NOT NULL,
    sha256 text NOT NULL,
    state text NOT NULL CONSTRAINT model_reply_state_check CHECK (state IN ('read', 'failed')),
    reason text NOT NULL,
    entries jsonb NOT NULL,
    strayed integer NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    estimated boolean NOT NULL,
    applied boolean NOT NULL,
    added integer NOT NULL,
    confirmed integer NOT NULL,
    refused integer NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kb_id, chunk_id, prompt, model),
    FOREIGN KEY (kb_id, chunk_id) REFERENCES chunk (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX model_reply_sha256_idx ON model_reply (kb_id, sha256, prompt, model)
"""


def upgrade() -> None:
    """Create the table, empty."""
    op.execute(_MODEL_REPLY)
    op.execute("ALTER TABLE model_reply ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON model_reply USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the table; the facts read from it stay."""
    op.execute("DROP TABLE model_reply")
