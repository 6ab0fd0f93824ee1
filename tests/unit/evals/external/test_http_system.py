"""A search service over real HTTP on loopback."""

import json
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from core.embedding.retry import Retry
from core.errors import ConfigurationError, UpstreamFailed
from evals.external.endpoint import Endpoint
from evals.external.http_system import HttpSystem
from evals.external.system import Hit
from tests.unit.evals.external.service import Service, answers, serving

REPLY = {
    "result": {
        "items": [
            {"payload": {"text": "15天内退", "source": "退货.md"}, "score": 0.9},
            {"payload": {"text": "满59元包邮", "source": 7}, "score": "0.5"},
            {"payload": {"text": "第三条", "source": "x"}, "score": 0},
        ]
    }
}
FORM = Endpoint(
    "http://127.0.0.1:1/", "result.items", "payload.text", "payload.source", "score",
    body={"query": "{question}", "filter": [{"top": "{limit}"}], "fixed": "不变"},
)  # fmt: skip
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def service() -> Iterator[Service]:
    with serving(answers(REPLY)) as running:
        yield running


def system(url: str, waits: list[float] | None = None, **changes: Any) -> HttpSystem:
    kept: list[float] = [] if waits is None else waits
    endpoint = replace(FORM, url=url, **changes)
    return HttpSystem(endpoint, "邻家", retry=Retry(attempts=endpoint.retries + 1, sleep=kept.append))


def test_hits_are_read_by_their_paths_and_cut_at_the_limit(service: Service) -> None:
    found = system(service.url).search("几天能退", 2)
    assert found == (Hit("15天内退", "退货.md", 0.9), Hit("满59元包邮", "7", 0.5))


def test_a_question_is_sent_as_a_value_whatever_is_in_it(service: Service) -> None:
    question = '退"货\n{limit} {question} \\'
    system(service.url).search(question, 4)
    method, _, _, body = service.asked[0]
    assert method == "POST"
    assert json.loads(body) == {"query": question, "filter": [{"top": 4}], "fixed": "不变"}


def test_a_get_carries_the_question_in_the_address(service: Service) -> None:
    system(service.url, method="GET", body=None, params={"q": "{question}", "n": "{limit}"}).search("退 货&n=9", 3)
    method, address = service.asked[0][:2]
    assert (method, parse_qs(urlsplit(address).query)) == ("GET", {"q": ["退 货&n=9"], "n": ["3"]})


def test_headers_take_variables_of_the_environment(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"Authorization": "Bearer ${PEER_KEY}"}
    monkeypatch.setenv("PEER_KEY", "sesame")
    system(service.url, headers=headers).search("几天能退", 1)
    assert service.asked[0][2]["Authorization"] == "Bearer sesame"
    monkeypatch.delenv("PEER_KEY")
    with pytest.raises(ConfigurationError, match=r"Authorization.*PEER_KEY"):
        system(service.url, headers=headers)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(status: int) -> None:
    waits: list[float] = []
    with serving(answers(status, status, REPLY)) as running:
        assert len(system(running.url, waits).search("几天能退", 5)) == 3
    assert len(running.asked) == 3 and len(waits) == 2


@pytest.mark.parametrize(("status", "requests"), [(500, 3), (404, 1), (302, 1)])
def test_a_refusal_is_told_with_its_status(status: int, requests: int) -> None:
    with serving(answers(status)) as running:
        with pytest.raises(UpstreamFailed, match=f"{status}: try later"):
            system(running.url).search("几天能退", 5)
        assert len(running.asked) == requests


def test_a_service_that_says_nothing_is_waited_for_so_long() -> None:
    released = Event()

    def silent() -> tuple[int, bytes]:
        released.wait(30)
        return 200, b"{}"

    with serving(silent) as running:
        with pytest.raises(UpstreamFailed, match=r"no answer within 0\.05 s"):
            system(running.url, timeout=0.05, retries=0).search("几天能退", 5)
        released.set()


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (b"<html>", "not JSON"),
        ({"hits": []}, "result.items: no 'result' in an object with hits"),
        ({"result": {"items": {"a": 1}}}, "result.items: expected a list of hits"),
        ({"result": {"items": [{"payload": {"text": None, "source": "x"}, "score": 1}]}}, "hit 1: payload.text: expected a text"),
        ({"result": {"items": [{"payload": {"text": "x", "source": "x"}, "score": "高"}]}}, "hit 1: score: expected a number"),
        ({"result": {"items": [{"payload": {"text": "x", "source": "x"}, "score": True}]}}, "hit 1: score: expected a number"),
        ({"result": {"items": ["x"]}}, "hit 1: score: no 'score' in str"),
    ],
)  # fmt: skip
def test_an_answer_of_another_shape_names_the_field(reply: Any, message: str) -> None:
    with serving(answers(reply)) as running, pytest.raises(UpstreamFailed, match=message):
        system(running.url).search("几天能退", 5)


def test_a_service_that_is_not_there_is_told_without_its_password() -> None:
    with serving(answers(REPLY)) as running:
        gone = running.url.replace("http://", "http://user:secret@")
    with pytest.raises(UpstreamFailed, match="could not be reached") as caught:
        system(gone, retries=0).search("几天能退", 5)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"url": "file:///etc/hosts"}, "http.url"),
        ({"method": "DELETE"}, "http.method"),
        ({"timeout": 0}, "timeout"),
        ({"retries": 11}, "retries"),
        ({"method": "GET"}, "http.body"),
        ({"body": {"query": "问：{question}"}}, r"http.body.query: a placeholder"),
        ({"body": {"query": "几天能退"}}, "no value is the question"),
        ({"body": None}, "no value is the question"),
    ],
)
def test_a_description_that_cannot_work_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        HttpSystem(replace(FORM, **changes), "邻家")
