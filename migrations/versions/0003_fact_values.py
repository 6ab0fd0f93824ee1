"""Indexes that answer what is asked of the values of one attribute without visiting the facts.

Every column a filter on a value compares stands in the key, in the order of the sort, so that a page is read in order
and stops when it is full; a count and a set of subjects read nothing but the index.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_UP = """
DROP INDEX fact_attribute_idx;
CREATE INDEX fact_attribute_idx ON fact (kb_id, attribute, sort_low, id, low_key, high_key, dimension)
    INCLUDE (state, canonical_unit, value_range, subject);
CREATE INDEX fact_attribute_desc_idx ON fact
    (kb_id, attribute, sort_high DESC NULLS LAST, id DESC, low_key, high_key, dimension)
"""

_DOWN = """
DROP INDEX fact_attribute_desc_idx;
DROP INDEX fact_attribute_idx;
CREATE INDEX fact_attribute_idx ON fact (kb_id, attribute, sort_low)
"""


def upgrade() -> None:
    """Build the two indexes in place of the narrow one: about four seconds each for a million facts."""
    op.execute(_UP)


def downgrade() -> None:
    """Go back to the narrow index."""
    op.execute(_DOWN)
