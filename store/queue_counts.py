"""How many jobs the queue holds, counted over all tenants: numbers only, nothing of what they are about."""

from sqlalchemy import text
from sqlalchemy.orm import Session

STATES = ("todo", "doing", "succeeded", "failed", "cancelled", "aborting", "aborted")
_AS_WORKER = text("SELECT set_config('dianmian.worker', 'on', true)")
_COUNT = text("SELECT status::text, count(*) FROM queue.procrastinate_jobs GROUP BY status")
_REACHABLE = text("SELECT EXISTS (SELECT FROM queue.procrastinate_jobs)")


def counts_by_state(session: Session) -> dict[str, int]:
    """Return the number of jobs by their state in the queue; the session sees all tenants' until its end."""
    session.execute(_AS_WORKER)
    return {str(state): int(number) for state, number in session.execute(_COUNT).tuples()}


def check_queue(session: Session) -> None:
    """Read from the queue.

    Raises:
        NotReady: It is not there; see ``store.failure``.
        NotFound: The role may not read it.
    """
    session.execute(_REACHABLE)
