"""Figures of a crowd of clients, and the documents that come in meanwhile."""

from collections import Counter
from itertools import islice
from threading import Event

import httpx
import pytest

from evals.bench_load.__main__ import _figures
from evals.bench_load.delivery import Delivery, documents
from evals.bench_load.visitors import Visit, visit


def test_a_failed_question_counts_as_asked_and_not_as_answered() -> None:
    figures = Visit((10.0, 20.0, 30.0, 40.0), Counter({"status 500": 1}), 2.0).figures("alone")
    assert figures["alone.questions"] == 4 and figures["alone.errors"] == 1 and figures["alone.per_second"] == 1.5


def test_documents_are_the_same_each_time_and_all_different() -> None:
    first, again = list(islice(documents(), 3)), list(islice(documents(), 3))
    assert first == again and len({text for _, text in first}) == 3 and len({name for name, _ in first}) == 3


@pytest.mark.parametrize(
    ("status", "failures", "loaded", "lost", "faults"),
    [("", 0, 2, 0, 0), ("status 500", 0, 2, 0, 1), ("", 1, 2, 0, 1), ("", 0, 2, 1, 1), ("", 0, 0, 0, 1)],
)
def test_whatever_goes_wrong_is_a_fault(status: str, failures: int, loaded: int, lost: int, faults: int) -> None:
    alone, loading = Visit((10.0,), Counter(), 1.0), Visit((10.0,), Counter([status] if status else []), 1.0)
    delivery = Delivery("http://127.0.0.1", "客服")
    delivery.loaded, delivery.failures = loaded, ["status 500"] * failures
    assert _figures(alone, loading, delivery, lost)["faults"] == faults


def test_clients_tell_refused_connections_and_wrong_answers_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        question = request.read().decode()
        if "断" in question:
            raise httpx.ConnectError("refused", request=request)
        return httpx.Response(503 if "忙" in question else 200, json={"answer": "" if "空" in question else "7天"})

    client = httpx.Client
    monkeypatch.setattr(httpx, "Client", lambda **options: client(transport=httpx.MockTransport(answer), **options))
    visited = visit("http://127.0.0.1", "客服", ["断？", "忙？", "空？", "好？"], clients=4, seconds=0.2)
    assert set(visited.failures) == {"ConnectError", "status 503", "no answer"}
    assert sum(visited.failures.values()) < len(visited.milliseconds)


def test_a_delivery_ends_when_told_to() -> None:
    stop = Event()
    stop.set()
    delivery = Delivery("http://127.0.0.1:1", "客服")
    delivery.run(stop)
    assert delivery.loaded == 0 and delivery.failures == []
