"""Jobs: files waiting to be loaded, what became of them, and the queue that workers on any machine take them from."""

from typing import Any

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TABLES = """
CREATE TABLE upload (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    id text NOT NULL,
    source_name text NOT NULL,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (kb_id, id)
);
CREATE TABLE upload_part (
    kb_id bigint NOT NULL,
    upload_id text NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (kb_id, upload_id, number),
    FOREIGN KEY (kb_id, upload_id) REFERENCES upload (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
-- Documents are compressed already, or too small for it to matter.
ALTER TABLE upload_part ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE job (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL DEFAULT 'queued' CONSTRAINT job_state_check
        CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    stage text NOT NULL DEFAULT '',
    done bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    stages jsonb NOT NULL DEFAULT '{}',
    request jsonb NOT NULL,
    report jsonb NOT NULL DEFAULT '{}',
    error jsonb,
    attempts integer NOT NULL DEFAULT 0,
    cancel_requested boolean NOT NULL DEFAULT false,
    worker text NOT NULL DEFAULT '',
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at timestamptz,
    ended_at timestamptz,
    heartbeat_at timestamptz,
    queue_id bigint,
    PRIMARY KEY (kb_id, id)
);
CREATE INDEX job_created_at_idx ON job (kb_id, created_at);
CREATE INDEX job_state_idx ON job (kb_id, state)
"""

# A worker is told of jobs that come, but not of a turn that has become free: without this, one that found every waiting
# job's turn taken would look again only after a while. The index leads from a job to the one that comes before it;
# among thousands of jobs of one knowledge base each look would else read all of them.
_TURNS = """
CREATE FUNCTION queue.dianmian_notify_turn_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('procrastinate_queue_v1#' || OLD.queue_name,
                      json_build_object('type', 'job_inserted', 'job_id', OLD.id)::text);
    RETURN NULL;
END;
$$;
CREATE TRIGGER dianmian_turn_free_by_end AFTER UPDATE OF status ON queue.procrastinate_jobs FOR EACH ROW
    WHEN (OLD.status = 'doing' AND NEW.status <> 'doing') EXECUTE FUNCTION queue.dianmian_notify_turn_free();
CREATE TRIGGER dianmian_turn_free_by_removal AFTER DELETE ON queue.procrastinate_jobs FOR EACH ROW
    WHEN (OLD.status = 'doing') EXECUTE FUNCTION queue.dianmian_notify_turn_free();
CREATE INDEX dianmian_turn_idx ON queue.procrastinate_jobs (lock, priority DESC, id)
    WHERE status IN ('todo', 'doing')
"""

# The queue belongs to procrastinate and has a schema of its own. Its rows are a tenant's as all others are; a worker,
# which says that it is one, sees them all.
_GUARD = """
ALTER TABLE queue.procrastinate_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON queue.procrastinate_jobs USING (
    args ->> 'tenant' = current_setting('dianmian.tenant', true)
    OR current_setting('dianmian.worker', true) = 'on'
);
ALTER TABLE queue.procrastinate_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON queue.procrastinate_events USING (job_id IN (SELECT id FROM queue.procrastinate_jobs))
"""


def upgrade() -> None:
    """Create the tables and the queue, empty."""
    from procrastinate.schema import SchemaManager

    op.execute(_TABLES)
    for table in ("upload", "upload_part", "job"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING (kb_id IN (SELECT id FROM knowledge_base))")  # noqa: S608
    op.execute("CREATE SCHEMA queue")
    op.execute("SET LOCAL search_path TO queue, public")
    # As a statement without parameters: its text holds percent signs and colons of its own.
    connection: Any = op.get_bind().connection.driver_connection
    connection.execute(SchemaManager.get_schema())
    op.execute("SET LOCAL search_path TO public")
    op.execute(_TURNS)
    op.execute(_GUARD)


def downgrade() -> None:
    """Drop the queue and the jobs; files that were waiting are lost."""
    op.execute("DROP SCHEMA queue CASCADE")
    op.execute("DROP TABLE job, upload_part, upload")
