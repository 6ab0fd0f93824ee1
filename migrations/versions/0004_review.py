"""Review and conflicts: what a person decided, who changed what, and which fact gives way to which.

A fact that gives way names the winner. When the winner's row goes, by whatever way, the foreign key clears the name
and the trigger gives the fact back the state it had, in the same transaction.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from store.fact_keys import draw_of, statement_key, topic_of

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_BATCH = 5000

_FACT = """
ALTER TABLE fact
    ADD COLUMN topic text NOT NULL DEFAULT '',
    ADD COLUMN statement text NOT NULL DEFAULT '',
    ADD COLUMN draw double precision NOT NULL DEFAULT 1,
    ADD COLUMN superseded_by text,
    ADD COLUMN superseded_rule text,
    ADD COLUMN former_state text;
"""

_INDEXES = """
CREATE INDEX fact_topic_idx ON fact (kb_id, topic);
CREATE INDEX fact_draw_idx ON fact (kb_id, draw) INCLUDE (state, confidence, id);
CREATE INDEX fact_superseded_idx ON fact (kb_id, superseded_by) WHERE superseded_by IS NOT NULL;
ALTER TABLE fact ADD CONSTRAINT fact_superseded_by_fkey FOREIGN KEY (kb_id, superseded_by)
    REFERENCES fact (kb_id, id) ON DELETE SET NULL (superseded_by);
CREATE FUNCTION fact_comes_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.state := coalesce(OLD.former_state, 'candidate');
    NEW.former_state := NULL;
    NEW.superseded_rule := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER fact_comes_back BEFORE UPDATE OF superseded_by ON fact FOR EACH ROW
    WHEN (OLD.superseded_by IS NOT NULL AND NEW.superseded_by IS NULL) EXECUTE FUNCTION fact_comes_back()
"""

_CONFLICT = """
CREATE TABLE conflict (
    kb_id bigint NOT NULL,
    id text NOT NULL,
    left_id text NOT NULL,
    right_id text NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    outcome text CONSTRAINT conflict_outcome_check CHECK (outcome IN ('left', 'right', 'both')),
    rule text NOT NULL,
    decided_by text NOT NULL,
    decided_at timestamptz,
    note text NOT NULL,
    PRIMARY KEY (kb_id, id),
    CONSTRAINT conflict_order_check CHECK (left_id < right_id),
    FOREIGN KEY (kb_id, left_id) REFERENCES fact (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
    FOREIGN KEY (kb_id, right_id) REFERENCES fact (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX conflict_left_idx ON conflict (kb_id, left_id);
CREATE INDEX conflict_right_idx ON conflict (kb_id, right_id)
"""

_REVIEW = """
CREATE TABLE review (
    kb_id bigint NOT NULL,
    chunk_id text NOT NULL,
    statement text NOT NULL,
    decision text NOT NULL CONSTRAINT review_decision_check
        CHECK (decision IN ('approved', 'corrected', 'rejected', 'merged')),
    fact_id text NOT NULL,
    target_id text,
    attribute text NOT NULL,
    rule text NOT NULL,
    origin text NOT NULL,
    confidence double precision NOT NULL,
    sampled boolean NOT NULL,
    decided_by text NOT NULL,
    decided_at timestamptz NOT NULL DEFAULT now(),
    note text NOT NULL,
    PRIMARY KEY (kb_id, chunk_id, statement),
    FOREIGN KEY (kb_id, chunk_id) REFERENCES chunk (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
)
"""

_EVENT = """
CREATE TABLE fact_event (
    kb_id bigint NOT NULL,
    id text NOT NULL,
    fact_id text NOT NULL,
    document_id text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor text NOT NULL,
    action text NOT NULL,
    before jsonb,
    after jsonb,
    note text NOT NULL,
    PRIMARY KEY (kb_id, id),
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX fact_event_fact_idx ON fact_event (kb_id, fact_id, at);
CREATE INDEX fact_event_document_idx ON fact_event (kb_id, document_id)
"""

_OWN = "kb_id IN (SELECT id FROM knowledge_base)"
_UPDATE = """
UPDATE fact SET topic = a.topic, statement = a.statement, draw = a.draw
FROM unnest(
    CAST(:kbs AS bigint[]), CAST(:ids AS text[]), CAST(:topics AS text[]), CAST(:statements AS text[]),
    CAST(:draws AS double precision[])
) AS a (kb_id, id, topic, statement, draw)
WHERE fact.kb_id = a.kb_id AND fact.id = a.id
"""
_DOWN = """
DROP TABLE fact_event;
DROP TABLE review;
DROP TABLE conflict;
DROP TRIGGER fact_comes_back ON fact;
DROP FUNCTION fact_comes_back();
UPDATE fact SET state = coalesce(former_state, 'candidate') WHERE superseded_by IS NOT NULL;
ALTER TABLE fact DROP CONSTRAINT fact_superseded_by_fkey;
ALTER TABLE fact DROP COLUMN topic, DROP COLUMN statement, DROP COLUMN draw, DROP COLUMN superseded_by,
    DROP COLUMN superseded_rule, DROP COLUMN former_state
"""


def upgrade() -> None:
    """Add tables and columns, and give every stored fact its keys."""
    # One role for everything is under its own policies while they are forced; granting forces them again afterwards.
    op.execute("ALTER TABLE fact NO FORCE ROW LEVEL SECURITY")
    op.execute(_FACT)
    for rows in _batches():
        _give_keys(rows)
    for statement in (_INDEXES, _CONFLICT, _REVIEW, _EVENT):
        op.execute(statement)
    for table in ("conflict", "review"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING ({_OWN})")
    op.execute("ALTER TABLE fact_event ENABLE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY tenant_reads ON fact_event FOR SELECT USING ({_OWN})")
    op.execute(f"CREATE POLICY tenant_adds ON fact_event FOR INSERT WITH CHECK ({_OWN})")


def downgrade() -> None:
    """Drop them; facts that had given way are live again."""
    op.execute("ALTER TABLE fact NO FORCE ROW LEVEL SECURITY")
    op.execute(_DOWN)


def _batches() -> Iterator[list[Any]]:
    query = sa.text(
        "SELECT kb_id, id, chunk_id, subject, attribute, value, conditions FROM fact "
        "WHERE (kb_id, id) > (:kb, :id) ORDER BY kb_id, id LIMIT :most"
    )
    last: dict[str, Any] = {"kb": -1, "id": ""}
    while rows := list(op.get_bind().execute(query, {**last, "most": _BATCH})):
        yield rows
        last = {"kb": rows[-1].kb_id, "id": rows[-1].id}


def _give_keys(rows: list[Any]) -> None:
    statements = [
        statement_key(row.chunk_id, row.subject, row.attribute, row.value, [c["text"] for c in row.conditions])
        for row in rows
    ]
    values = {
        "kbs": [row.kb_id for row in rows],
        "ids": [row.id for row in rows],
        "topics": [topic_of(row.subject, row.attribute) for row in rows],
        "statements": statements,
        "draws": [draw_of(statement) for statement in statements],
    }
    op.get_bind().execute(sa.text(_UPDATE), values)
