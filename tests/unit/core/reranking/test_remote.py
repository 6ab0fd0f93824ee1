"""A remote ``/rerank`` over real HTTP: every shape services answer in, and every way they fail."""

import json
import math
from typing import Any

import pytest

from core.embedding.retry import Retry
from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed
from core.reranking.remote import RemoteReranker
from core.settings import load_settings
from tests.unit.core.reranking.conftest import Reply, Service

QUESTION = "退款几天到账"
PASSAGES = ["退款三天到账。", "保修两年。", "运费八元。"]


def reranker_of(
    service: Service, waits: list[float] | None = None, clock: Any = None, **changes: Any
) -> RemoteReranker:
    values = {"rerank_provider": "remote", "rerank_url": service.url, "rerank_model": "tiny", "rerank_key": "sk-secret"}
    noted: list[float] = [] if waits is None else waits
    more = {"clock": clock} if clock else {}
    return RemoteReranker(load_settings(_env_file=None, **{**values, **changes}), Retry(3, sleep=noted.append), **more)


def numbered(*scores: Any, name: str = "relevance_score") -> list[dict[str, Any]]:
    """Return scores as services send them: best first, each with the number of its passage."""
    entries = [{"index": index, name: score} for index, score in enumerate(scores)]
    return sorted(entries, key=lambda entry: -float(entry[name]))


GOOD = (0.2, 0.9, 0.1)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"id": "r1", "results": numbered(*GOOD), "meta": {}}, id="jina-and-cohere"),
        pytest.param(numbered(*GOOD, name="score"), id="text-embeddings-inference"),
        pytest.param({"object": "list", "data": numbered(*GOOD)}, id="voyage"),
        pytest.param({"output": {"results": numbered(*GOOD)}, "usage": {}}, id="wrapped-in-output"),
        pytest.param({"scores": list(GOOD)}, id="plain-scores"),
        pytest.param(list(GOOD), id="bare-list"),
        pytest.param([list(GOOD)], id="list-in-list"),
        pytest.param({"results": [{"score": score} for score in GOOD]}, id="no-index"),
        pytest.param(
            {"results": [{"index": str(n), "score": str(s)} for n, s in enumerate(GOOD)]}, id="numbers-as-text"
        ),
        pytest.param({"results": [{"index": float(n), "score": s} for n, s in enumerate(GOOD)]}, id="index-as-float"),
        pytest.param({"results": [{"corpus_id": n, "score": s} for n, s in enumerate(GOOD)]}, id="corpus-id"),
        pytest.param(
            {"results": [{"index": n, "document": {"text": "x", "index": 7}, "score": s} for n, s in enumerate(GOOD)]},
            id="with-documents",
        ),
    ],
)
def test_shapes(service: Service, body: Any) -> None:
    service.script(Reply(body))
    scores = reranker_of(service).score(QUESTION, PASSAGES)
    assert scores.values == pytest.approx(GOOD)
    assert scores.missed == ""


@pytest.mark.parametrize(
    ("body", "values"),
    [
        pytest.param(numbered(-1.5, 4.0, 0.0), (-1.5, 4.0, 0.0), id="logits"),
        pytest.param(numbered(0.4, 1.2, 0.3), (0.4, 1.2, 0.3), id="one-outside-means-all-are-logits"),
        pytest.param(numbered(-900.0, 900.0, 0.0), (-900.0, 900.0, 0.0), id="huge-logits"),
    ],
)
def test_logits_become_probabilities_in_the_same_order(service: Service, body: Any, values: tuple[float, ...]) -> None:
    service.script(Reply(body))
    found = reranker_of(service).score(QUESTION, PASSAGES).values
    assert all(value is not None and 0 <= value <= 1 for value in found)
    assert sorted(range(3), key=lambda at: found[at] or 0) == sorted(range(3), key=lambda at: values[at])
    assert found[0] == pytest.approx(1 / (1 + math.exp(-max(values[0], -700))), abs=1e-9)


@pytest.mark.parametrize(
    ("body", "values", "missed"),
    [
        pytest.param({"results": numbered(0.2, 0.9)}, (0.2, 0.9, None), 1, id="one-left-out"),
        pytest.param([{"index": 2, "score": 0.5}], (None, None, 0.5), 2, id="only-the-last"),
        pytest.param(
            '{"results": [{"index": 0, "score": NaN}, {"index": 1, "score": 0.5}]}', (None, 0.5, None), 2, id="nan"
        ),
        pytest.param([{"index": 0, "score": None}, {"index": 1, "score": 0.5}], (None, 0.5, None), 2, id="null"),
        pytest.param([{"index": 0}, {"index": 1, "score": 0.5}], (None, 0.5, None), 2, id="no-score"),
        pytest.param([{"index": 0, "score": "high"}, {"index": 1, "score": 0.5}], (None, 0.5, None), 2, id="words"),
        pytest.param([{"index": 0, "score": True}, {"index": 1, "score": 0.5}], (None, 0.5, None), 2, id="true"),
    ],
)
def test_what_is_missing_is_said(service: Service, body: Any, values: tuple[float | None, ...], missed: int) -> None:
    service.script(Reply(body))
    scores = reranker_of(service).score(QUESTION, PASSAGES)
    assert scores.values == values
    assert scores.missed == f"{missed} of 3 passages left out by the service"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param({}, "not a list", id="empty-object"),
        pytest.param('"ok"', "not a list", id="a-word"),
        pytest.param("null", "not a list", id="null"),
        pytest.param({"results": {"0": 0.5}}, "not a list", id="object-for-list"),
        pytest.param({"results": []}, "0 unnumbered scores for 3", id="empty-list"),
        pytest.param([0.1, 0.2], "2 unnumbered scores for 3", id="too-few-plain"),
        pytest.param([0.1] * 4, "4 unnumbered scores for 3", id="too-many-plain"),
        pytest.param([{"index": 3, "score": 0.5}], "numbered its scores wrongly", id="index-too-high"),
        pytest.param([{"index": -1, "score": 0.5}], "numbered its scores wrongly", id="index-negative"),
        pytest.param([{"index": 0.5, "score": 0.5}], "numbered its scores wrongly", id="index-broken"),
        pytest.param([{"index": "a", "score": 0.5}], "numbered its scores wrongly", id="index-a-word"),
        pytest.param([{"index": 0, "score": 0.5}] * 2, "numbered its scores wrongly", id="index-twice"),
        pytest.param([{"index": 0, "score": 0.5}, {"score": 0.4}], "numbered its scores wrongly", id="index-for-some"),
        pytest.param("<html>busy</html>", "cannot be read", id="html"),
        pytest.param(b"\xff\xfe\x00", "cannot be read", id="bytes"),
        pytest.param("", "cannot be read", id="nothing"),
        pytest.param(b"[" * 100_000, "cannot be read", id="nested-without-end"),
    ],
)
def test_what_cannot_be_believed(service: Service, body: Any, words: str) -> None:
    service.script(Reply(body))
    with pytest.raises(UpstreamFailed, match=words):
        reranker_of(service).score(QUESTION, PASSAGES)


def test_the_request_and_its_key(service: Service) -> None:
    service.script(Reply(numbered(*GOOD)))
    reranker_of(service).score(QUESTION, PASSAGES)
    assert service.requests == [
        {"model": "tiny", "query": QUESTION, "documents": PASSAGES, "top_n": 3, "return_documents": False}
    ]
    assert service.keys == ["Bearer sk-secret"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("", "/rerank"),
        ("/", "/rerank"),
        ("/v1", "/v1/rerank"),
        ("/v1/rerank", "/v1/rerank"),
        ("/rerank?a=1", "/rerank?a=1"),
    ],
)
def test_the_address_may_be_given_whole_or_without_its_end(service: Service, path: str, asked: str) -> None:
    service.script(Reply(numbered(*GOOD)))
    reranker_of(service, rerank_url=service.url + path).score(QUESTION, PASSAGES)
    assert service.paths == [asked]


def test_a_service_that_wants_texts_is_asked_so_and_remembered(service: Service) -> None:
    def mind(request: dict[str, Any]) -> Reply:
        if "texts" not in request:
            return Reply('{"error": "missing field `texts`"}', status=422)
        return Reply(numbered(*GOOD, name="score"))

    service.mind = mind
    reranker = reranker_of(service)
    assert reranker.score(QUESTION, PASSAGES).values == pytest.approx(GOOD)
    assert reranker.score(QUESTION, PASSAGES).values == pytest.approx(GOOD)
    assert ["texts" in request for request in service.requests] == [False, True, True]


def test_no_passages_send_no_request(service: Service) -> None:
    assert reranker_of(service).score(QUESTION, []).values == ()
    assert service.requests == []


def test_a_busy_service_is_asked_again_when_it_says(service: Service) -> None:
    waits: list[float] = []
    service.script(Reply(status=429, headers={"Retry-After": "2"}), Reply(status=503), Reply(numbered(*GOOD)))
    assert reranker_of(service, waits).score(QUESTION, PASSAGES).values == pytest.approx(GOOD)
    assert waits == [2.0, 1.0]


def test_a_wait_longer_than_the_time_left_is_not_waited_for(service: Service) -> None:
    waits: list[float] = []
    service.script(Reply(status=429, headers={"Retry-After": "60"}), Reply(numbered(*GOOD)))
    with pytest.raises(RateLimited):
        reranker_of(service, waits, rerank_timeout=5).score(QUESTION, PASSAGES)
    assert waits == []


@pytest.mark.parametrize(
    ("reply", "error", "words", "requests"),
    [
        pytest.param(Reply(status=429), RateLimited, "refuses more calls", 3, id="always-busy"),
        pytest.param(Reply("oops", status=500), UpstreamFailed, "answered 500: oops", 3, id="broken"),
        pytest.param(Reply(hang_up=True), UpstreamFailed, "could not be reached", 3, id="hangs-up"),
        pytest.param(Reply(status=401), ConfigurationError, "refused the key", 1, id="wrong-key"),
        pytest.param(Reply(status=404), ConfigurationError, "no such address", 1, id="no-route"),
        pytest.param(Reply("too long", status=400), UpstreamFailed, "answered 400: too long", 2, id="refused-twice"),
        pytest.param(Reply(status=302, headers={"Location": "/x"}), UpstreamFailed, "answered 302", 1, id="redirect"),
    ],
)
def test_failures(service: Service, reply: Reply, error: type[DianmianError], words: str, requests: int) -> None:
    service.script(reply)
    with pytest.raises(error, match=words):
        reranker_of(service).score(QUESTION, PASSAGES)
    assert len(service.requests) == requests


@pytest.mark.parametrize(
    "reply", [Reply([], pause=3.0), Reply(json.dumps(numbered(*GOOD)), drip=0.05)], ids=["hangs", "drips"]
)
def test_a_service_that_is_too_slow_is_given_up(service: Service, reply: Reply) -> None:
    service.script(reply)
    with pytest.raises(UpstreamFailed, match="did not answer in time"):
        reranker_of(service, rerank_timeout=0.3).score(QUESTION, PASSAGES)


def test_a_service_that_is_not_there(service: Service) -> None:
    with pytest.raises(UpstreamFailed, match="could not be reached"):
        reranker_of(service, rerank_url="http://127.0.0.1:9").score(QUESTION, PASSAGES)


def test_a_key_never_stands_in_an_error(service: Service) -> None:
    service.script(Reply("key sk-secret is bad", status=500))
    with pytest.raises(UpstreamFailed) as caught:
        reranker_of(service).score(QUESTION, PASSAGES)
    assert "sk-secret" not in str(caught.value)
    assert "sk-secret" not in repr(load_settings(_env_file=None, rerank_key="sk-secret"))


@pytest.mark.parametrize("url", ["", "localhost:80", "ftp://x/rerank", "http://", "http://[::1"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        RemoteReranker(load_settings(_env_file=None, rerank_provider="remote", rerank_url=url))
    assert caught.value.place == "DIANMIAN_RERANK_URL"
