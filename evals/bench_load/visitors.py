"""Clients that ask one question after the other."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from time import perf_counter

import httpx

from evals.bench_ask.timing import percentiles

_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of all questions of a stretch of time: milliseconds of each, and how the failed ones failed."""

    milliseconds: tuple[float, ...]
    failures: Counter[str]
    seconds: float

    def figures(self, name: str) -> dict[str, float]:
        """Return p50, p95, questions, answers a second and errors, each under ``name``."""
        middle, slow = percentiles(self.milliseconds)
        errors = sum(self.failures.values())
        asked = len(self.milliseconds)
        return {
            f"{name}.p50_ms": middle,
            f"{name}.p95_ms": slow,
            f"{name}.questions": asked,
            f"{name}.per_second": (asked - errors) / self.seconds,
            f"{name}.errors": errors,
        }


def visit(address: str, kb: str, questions: Sequence[str], clients: int, seconds: float) -> Visit:
    """Let ``clients`` ask for ``seconds``; each begins at another question."""
    until = perf_counter() + seconds

    def client(number: int) -> tuple[list[float], Counter[str]]:
        times: list[float] = []
        failures: Counter[str] = Counter()
        with httpx.Client(base_url=address, timeout=_PATIENCE) as connection:
            for turn in count(number * len(questions) // clients):
                started = perf_counter()
                if started >= until:
                    break
                failure = _ask(connection, kb, questions[turn % len(questions)])
                if failure:
                    failures[failure] += 1
                times.append((perf_counter() - started) * 1000)
        return times, failures

    started = perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        told = list(pool.map(client, range(clients)))
    taken = perf_counter() - started
    return Visit(
        tuple(time for times, _ in told for time in times), sum((own for _, own in told), Counter[str]()), taken
    )


def _ask(connection: httpx.Client, kb: str, question: str) -> str:
    """Return what went wrong, empty when the question was answered or refused with reason."""
    try:
        response = connection.post(f"/v1/kbs/{kb}/ask", json={"question": question})
    except httpx.HTTPError as error:
        return type(error).__name__
    if response.status_code != httpx.codes.OK:
        return f"status {response.status_code}"
    return "" if response.json().get("answer") else "no answer"
