"""What is read at the moment of asking rather than counted: the database, its connections, the queue."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from core.errors import DianmianError
from store.engine import Database
from store.queue_counts import STATES, counts_by_state


class DatabaseState(Collector):
    """Gauges of one database: whether it answers, its pool of connections, and jobs by state."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read them; a database that does not answer is a gauge too, not a failure of the page."""
        used = self._database.pool_usage()
        pool = GaugeMetricFamily("dianmian_pool_connections", "Connections of this process.", labels=("state",))
        pool.add_metric(("in_use",), used.in_use)
        pool.add_metric(("idle",), used.idle)
        pool.add_metric(("limit",), used.limit)
        yield pool
        counted = self._jobs()
        yield GaugeMetricFamily("dianmian_database_up", "1 while the database answers.", float(counted is not None))
        jobs = GaugeMetricFamily("dianmian_jobs", "Jobs in the queue, of all tenants.", labels=("state",))
        for state in STATES if counted is not None else ():
            jobs.add_metric((state,), (counted or {}).get(state, 0))
        yield jobs

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Name the gauges without reading them, for the registry."""
        for name in ("dianmian_pool_connections", "dianmian_database_up", "dianmian_jobs"):
            yield GaugeMetricFamily(name, "")

    def _jobs(self) -> dict[str, int] | None:
        try:
            with self._database.session() as session:
                return counts_by_state(session)
        except DianmianError:
            return None
