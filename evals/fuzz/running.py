"""Sends bad requests to a service, and looks whether it still does its work."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import httpx

from evals.fuzz.cases import Cases
from evals.fuzz.drawing import READ, WRITTEN, Case
from evals.fuzz.judging import fault
from evals.fuzz.operations import operations
from evals.fuzz.wire import Reply, exchange

QUESTION = "金叶会员的退货期限是几天？"
ANSWER = "15天"
_ROUND = 250
_CLIENTS = 4
_PATIENCE = 120.0
TEXTS = {
    "退货规则.md": "# 青禾书店退货规则\n\n| 会员等级 | 退货期限 |\n|---|---|\n| 普通会员 | 7天 |\n"
    "| 金叶会员 | 15天 |\n",
    "配送说明.md": "# 青禾书店配送说明\n\n订单金额满59元免收运费，不满59元的收取运费6元。\n",
}


@dataclass
class Outcome:
    """What came of all cases: by kind, how often which status; and what was wrong, with the request."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[tuple[str, Case]] = field(default_factory=list)
    not_working: list[str] = field(default_factory=list)
    slowest: float = 0.0
    seconds: float = 0.0

    @property
    def cases(self) -> int:
        """How many requests were made."""
        return self.statuses.total()

    def note(self, case: Case, reply: Reply, seconds: float) -> None:
        """Count one answer."""
        self.statuses[case.kind, reply.status] += 1
        self.slowest = max(self.slowest, seconds)
        if wrong := fault(case, reply):
            self.faults.append((wrong, case))


def fuzz(address: str, cases: int, seed: int) -> Outcome:
    """Send ``cases`` bad requests to the open service at ``address``, and return what came of them."""
    outcome, started = Outcome(), perf_counter()
    place = urlsplit(address)
    host = (str(place.hostname), int(place.port or 80))
    with httpx.Client(base_url=address, timeout=_PATIENCE, trust_env=False) as client:
        _prepare(client)
        document = client.get("/openapi.json").raise_for_status().json()
        drawn = Cases(operations(document), _known(client), Random(seed))  # noqa: S311
        left = cases
        while left > 0:
            batch = [drawn.draw() for _ in range(min(left, _ROUND))]
            _send(host, batch, outcome)
            left -= len(batch)
            outcome.not_working += _lost(client)
            _prepare(client)
    outcome.seconds = perf_counter() - started
    return outcome


def _send(host: tuple[str, int], batch: Sequence[Case], outcome: Outcome) -> None:
    def one(case: Case) -> tuple[Case, Reply, float]:
        started = perf_counter()
        reply = exchange(host, case.request, ends=case.ends, method=case.method)
        return case, reply, perf_counter() - started

    with ThreadPoolExecutor(_CLIENTS) as pool:
        for case, reply, seconds in pool.map(one, batch):
            outcome.note(case, reply, seconds)


def _prepare(client: httpx.Client) -> None:
    """See to it that both knowledge bases are there; bad requests may rightly have deleted the spare one."""
    for kb in (READ, WRITTEN):
        if client.get(f"/v1/kbs/{kb}").status_code == httpx.codes.NOT_FOUND:
            client.post("/v1/kbs", json={"name": kb}).raise_for_status()
            files = [("files", (name, text.encode())) for name, text in TEXTS.items()]
            client.post(f"/v1/kbs/{kb}/documents", files=files).raise_for_status()


def _known(client: httpx.Client) -> dict[str, list[str]]:
    facts: list[dict[str, Any]] = client.get(f"/v1/kbs/{READ}/facts").raise_for_status().json()["facts"]
    return {
        "fact": [fact["id"] for fact in facts],
        "chunk": [fact["chunk_id"] for fact in facts],
        "document": [fact["document_id"] for fact in facts],
        "model": [READ],
        "decision": ["accept", "reject"],
    }


def _lost(client: httpx.Client) -> list[str]:
    """Return what no longer works as it should."""
    ready = client.get("/ready").status_code
    asked = client.post(f"/v1/kbs/{READ}/ask", json={"question": QUESTION})
    wrong = [] if ready == httpx.codes.OK else [f"/ready says {ready}"]
    if asked.status_code != httpx.codes.OK or ANSWER not in asked.json()["answer"]:
        wrong.append(f"a good question is answered by {asked.status_code}: {asked.text[:300]}")
    return wrong


def examples(outcome: Outcome, most: int = 20) -> list[str]:
    """Return the first faults, one line each, with as much of the request as tells it apart."""
    return [f"{case.kind}: {wrong}: {case.request[:400]!r}" for wrong, case in islice(outcome.faults, most)]
