"""Blocks of postings: what keyword search reads of a large knowledge base, a few long rows for each term."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BLOCK = """
CREATE TABLE posting_block (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    term bigint NOT NULL,
    block bigint NOT NULL,
    chunks integer NOT NULL,
    entries bytea NOT NULL,
    PRIMARY KEY (kb_id, term, block)
);
-- Compressing costs more than the space is worth: the entries hardly shrink.
ALTER TABLE posting_block ALTER COLUMN entries SET STORAGE EXTERNAL;
CREATE INDEX posting_block_block_idx ON posting_block (kb_id, block);
ALTER TABLE document ADD COLUMN block bigint, ADD COLUMN first_place integer;
CREATE INDEX document_block_idx ON document (kb_id, block, first_place)
"""

# A block holds several documents. When one of them goes, by whatever way, the block goes too, and search reads the
# postings of the others as they are until they are packed again.
_TRIGGER = """
CREATE FUNCTION document_unpack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM posting_block WHERE kb_id = OLD.kb_id AND block = OLD.block;
    UPDATE document SET block = NULL, first_place = NULL WHERE kb_id = OLD.kb_id AND block = OLD.block;
    RETURN NULL;
END $$;
CREATE TRIGGER document_unpack AFTER DELETE ON document
    FOR EACH ROW WHEN (OLD.block IS NOT NULL) EXECUTE FUNCTION document_unpack()
"""

_DOWN = """
DROP TRIGGER document_unpack ON document;
DROP FUNCTION document_unpack();
DROP INDEX document_block_idx;
ALTER TABLE document DROP COLUMN block, DROP COLUMN first_place;
DROP TABLE posting_block
"""


def upgrade() -> None:
    """Create the table, empty: the next load of a large knowledge base packs what it holds."""
    op.execute(_BLOCK)
    op.execute(_TRIGGER)
    op.execute("ALTER TABLE posting_block ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON posting_block USING (kb_id IN (SELECT id FROM knowledge_base))")


def downgrade() -> None:
    """Drop the blocks; the postings they were packed from stand beside them."""
    op.execute(_DOWN)
