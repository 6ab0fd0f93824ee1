"""One system through one suite."""

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter

from core.errors import DianmianError
from evals.external.figures import DEPTH
from evals.external.judging import Judged, judge
from evals.external.place import Place
from evals.external.system import System
from evals.suite import Case


def run(
    system: System, cases: Iterable[Case], places: Mapping[str, Sequence[Place]], limit: int = DEPTH
) -> list[Judged]:
    """Ask every question of ``system`` and judge what it finds.

    Raises:
        DianmianError: It failed. A question it could not answer is no miss of its search, so nothing is measured.
    """
    return [_judged(system, case, places.get(case.id, ()), limit) for case in cases]


def _judged(system: System, case: Case, places: Sequence[Place], limit: int) -> Judged:
    started = perf_counter()
    try:
        hits = system.search(case.question, limit)
    except DianmianError as error:
        error.place = f"{system.name}, question {case.id}, {error.place}".rstrip(", ")
        raise
    return judge(case, places, hits, (perf_counter() - started) * 1000)
