"""API keys, limits of a tenant, what was done by whom, and answers kept for requests that are sent again."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_OWN = "tenant = current_setting('dianmian.tenant', true)"

_TABLES = """
CREATE TABLE api_key (
    tenant text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    digest text NOT NULL CONSTRAINT api_key_digest_key UNIQUE,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    PRIMARY KEY (tenant, id)
);
CREATE TABLE tenant_limit (
    tenant text NOT NULL PRIMARY KEY,
    documents bigint,
    stored_bytes bigint,
    questions_per_minute integer,
    requests_per_minute integer,
    CONSTRAINT tenant_limit_check CHECK (
        documents >= 0 AND stored_bytes >= 0 AND questions_per_minute >= 0 AND requests_per_minute >= 0
    )
);
CREATE TABLE audit_event (
    tenant text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor text NOT NULL,
    action text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    detail jsonb NOT NULL,
    request_id text NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE INDEX audit_event_at_idx ON audit_event (tenant, at);
CREATE TABLE kept_response (
    tenant text NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    holder text NOT NULL DEFAULT '',
    status integer,
    media_type text NOT NULL,
    headers jsonb NOT NULL DEFAULT '{}',
    body bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tenant, key)
);
CREATE INDEX kept_response_created_at_idx ON kept_response (tenant, created_at)
"""

# Where the server fell, limits begin anew: nothing is lost that anybody would miss, and no write waits for the disk.
_RATE = """
CREATE UNLOGGED TABLE rate (
    tenant text NOT NULL,
    holder text NOT NULL,
    what text NOT NULL,
    free_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, holder, what)
)
"""

_OWNED = ("tenant_limit", "kept_response", "rate")


def upgrade() -> None:
    """Create the tables, empty: without any key the service is as open as before."""
    op.execute(_TABLES)
    op.execute(_RATE)
    for table in (*_OWNED, "api_key", "audit_event"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    for table in _OWNED:
        op.execute(f"CREATE POLICY tenant ON {table} USING ({_OWN})")
    op.execute(f"CREATE POLICY tenant ON api_key USING ({_OWN})")
    # Whose key it is, is what a key is looked up for: who knows its digest may read that row, and no other.
    op.execute(
        "CREATE POLICY presented ON api_key FOR SELECT USING (digest = current_setting('dianmian.key_digest', true))"
    )
    # A trail is added to and read; no statement of the application changes it.
    op.execute(f"CREATE POLICY tenant_reads ON audit_event FOR SELECT USING ({_OWN})")
    op.execute(f"CREATE POLICY tenant_adds ON audit_event FOR INSERT WITH CHECK ({_OWN})")


def downgrade() -> None:
    """Drop the tables with the keys in them: nobody can use the service by a key afterwards."""
    op.execute("DROP TABLE api_key, tenant_limit, audit_event, kept_response, rate")
