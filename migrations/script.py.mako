"""${message}."""

from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    ${upgrades if upgrades else "op.execute('SELECT 1')"}


def downgrade() -> None:
    """Take the change back."""
    ${downgrades if downgrades else "op.execute('SELECT 1')"}
