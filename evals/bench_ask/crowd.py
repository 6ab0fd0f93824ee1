"""Many clients at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import perf_counter

from core.errors import DianmianError
from evals.bench_ask.loading import KB
from evals.bench_ask.questions import Asked
from evals.bench_ask.timing import percentiles
from retrieval.retriever import Retriever


def crowd(retriever: Retriever, asked: Sequence[Asked], clients: int, seconds: float) -> dict[str, float]:
    """Let ``clients`` threads ask one question after the other; return answers a second, errors and times.

    Each asks from another place of the list, so that no two ask the same at the same moment.
    """
    until = perf_counter() + seconds

    def client(number: int) -> tuple[list[float], int]:
        times: list[float] = []
        errors = 0
        for turn in count(number * len(asked) // clients):
            started = perf_counter()
            if started >= until:
                return times, errors
            try:
                retriever.ask(KB, asked[turn % len(asked)].text)
            except DianmianError:
                errors += 1
            times.append((perf_counter() - started) * 1000)
        raise AssertionError("a count does not end")

    started = perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        told = list(pool.map(client, range(clients)))
    taken = perf_counter() - started
    times = [time for own, _ in told for time in own]
    middle, slow = percentiles(times)
    figures = {"clients": clients, "errors": sum(errors for _, errors in told), "per_second": len(times) / taken}
    return {f"crowd.{name}": value for name, value in (figures | {"p50_ms": middle, "p95_ms": slow}).items()}
