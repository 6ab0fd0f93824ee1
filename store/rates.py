"""How often something is done, counted in the database so that all processes and machines share one count.

The generic cell rate algorithm: ``free_at`` is when a holder who has done it too often would have caught up. Each time
moves it on by a minute divided by the limit; a minute ahead of the clock, the next time is refused. So a whole minute's
worth may come at once, and afterwards as much as has grown back.
"""

from dataclasses import dataclass
from math import ceil

from sqlalchemy import text
from sqlalchemy.orm import Session

_WINDOW = 60.0

_TAKE = text("""
INSERT INTO rate AS r (tenant, holder, what, free_at)
VALUES (current_setting('dianmian.tenant'), :holder, :what, clock_timestamp() + make_interval(secs => :step))
ON CONFLICT (tenant, holder, what) DO UPDATE
SET free_at = greatest(r.free_at, clock_timestamp()) + make_interval(secs => :step)
WHERE greatest(r.free_at, clock_timestamp()) + make_interval(secs => :step)
    <= clock_timestamp() + make_interval(secs => :window)
RETURNING extract(epoch FROM r.free_at - clock_timestamp())::float8
""")
_AHEAD = text("""
SELECT extract(epoch FROM free_at - clock_timestamp())::float8 FROM rate WHERE holder = :holder AND what = :what
""")


@dataclass(frozen=True, slots=True)
class Rate:
    """How a holder stands: ``remaining`` times now, all ``limit`` again after ``reset`` seconds.

    ``wait`` is how many seconds to wait, 0 when this time was allowed.
    """

    limit: int
    remaining: int
    reset: int
    wait: int = 0


def take(session: Session, holder: str, what: str, limit: int) -> Rate:
    """Let ``holder`` do ``what`` once more, of ``limit`` times a minute, or say how long to wait.

    The transaction should end soon: others of the same holder wait for it.
    """
    if limit < 1:
        return Rate(0, 0, round(_WINDOW), round(_WINDOW))
    step = _WINDOW / limit
    names = {"holder": holder, "what": what}
    ahead = session.scalar(_TAKE, {**names, "step": step, "window": _WINDOW})
    if ahead is not None:
        return Rate(limit, max(0, int((_WINDOW - ahead) / step + 1e-6)), max(0, ceil(ahead)))
    ahead = session.scalar(_AHEAD, names) or 0.0
    return Rate(limit, 0, max(1, ceil(ahead)), max(1, ceil(ahead + step - _WINDOW)))
