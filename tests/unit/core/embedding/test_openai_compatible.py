"""What can go wrong on the wire, over real HTTP against a scripted service."""

import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import numpy as np
import pytest

from core.embedding.openai_compatible import OpenAICompatibleEmbedder
from core.embedding.retry import Retry
from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed
from core.settings import load_settings

Data = list[dict[str, Any]]
KEY = "sk-invented-1234567890"
ERROR = json.dumps({"error": {"message": f"nope for {KEY}"}}).encode()


class Wire:
    """An embedder on the scripted service, with its waits recorded instead of slept."""

    def __init__(self, service: Any, reply: type, **overrides: object) -> None:
        self.service, self.reply = service, reply
        self.waits: list[float] = []
        values: dict[str, object] = {
            "embedding_provider": "openai",
            "embedding_model": "tiny-remote",
            "embedding_base_url": service.url,
            "embedding_api_key": KEY,
            "embedding_dimension": 48,
            "embedding_batch": 3,
        }
        settings = load_settings(**(values | overrides))
        self.embedder = OpenAICompatibleEmbedder(settings, Retry(sleep=self.waits.append))

    def script(self, *replies: dict[str, Any]) -> None:
        self.service.script = [self.reply(**reply) for reply in replies]


@pytest.fixture
def connect(service: Any) -> Callable[..., Wire]:
    reply = service.__class__.answer.__globals__["Reply"]
    return lambda **overrides: Wire(service, reply, **overrides)


def test_batches_prompts_and_key(connect: Callable[..., Wire]) -> None:
    wire = connect(embedding_query_prompt="问：", embedding_passage_prompt="文：")
    wire.embedder.embed_passages(["甲", "乙乙", "丙丙丙", "丁丁丁丁"])
    wire.embedder.embed_query("戊")
    sent = [request["input"] for request in wire.service.requests]
    assert sent == [["文：丁丁丁丁", "文：丙丙丙", "文：乙乙"], ["文：甲"], ["问：戊"]]
    assert set(wire.service.keys) == {f"Bearer {KEY}"}
    assert {request["model"] for request in wire.service.requests} == {"tiny-remote"}


def test_429_waits_as_asked_then_succeeds(connect: Callable[..., Wire]) -> None:
    wire = connect()
    wire.script({"status": 429, "body": ERROR, "headers": {"Retry-After": "2"}})
    assert wire.embedder.embed_query("保修").shape == (48,)
    assert wire.waits == [2.0]


def test_429_with_a_date(connect: Callable[..., Wire]) -> None:
    wire = connect()
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=12), usegmt=True)
    wire.script({"status": 429, "body": ERROR, "headers": {"Retry-After": moment}})
    wire.embedder.embed_query("保修")
    assert len(wire.waits) == 1
    assert 9 < wire.waits[0] <= 12


def test_429_asking_for_too_long_is_passed_on(connect: Callable[..., Wire]) -> None:
    wire = connect()
    wire.script({"status": 429, "body": ERROR, "headers": {"Retry-After": "3600"}})
    with pytest.raises(RateLimited) as caught:
        wire.embedder.embed_query("保修")
    assert "3600" in caught.value.advice
    assert wire.waits == []


def test_429_for_ever_is_rate_limited(connect: Callable[..., Wire]) -> None:
    wire = connect()
    wire.script(*[{"status": 429, "body": ERROR}] * 9)
    with pytest.raises(RateLimited):
        wire.embedder.embed_query("保修")
    assert len(wire.service.requests) == 4


def test_500_for_ever_fails_after_four_tries(connect: Callable[..., Wire]) -> None:
    wire = connect()
    wire.script(*[{"status": 500, "body": ERROR}] * 9)
    with pytest.raises(UpstreamFailed, match="500"):
        wire.embedder.embed_passages(["保修"])
    assert len(wire.service.requests) == 4
    assert wire.waits == [0.5, 1.0, 2.0]


def test_503_then_well(connect: Callable[..., Wire]) -> None:
    wire = connect()
    wire.script({"status": 503, "body": b""}, {"status": 502, "body": b"<html>"})
    assert wire.embedder.embed_passages(["保修"]).shape == (1, 48)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, ConfigurationError), (403, ConfigurationError), (404, ConfigurationError), (400, UpstreamFailed)],
)
def test_final_refusals_are_not_repeated(connect: Callable[..., Wire], status: int, kind: type[DianmianError]) -> None:
    wire = connect()
    wire.script({"status": status, "body": ERROR})
    with pytest.raises(kind, match=str(status)) as caught:
        wire.embedder.embed_query("保修")
    assert len(wire.service.requests) == 1
    assert KEY not in str(caught.value)


def test_timeout(connect: Callable[..., Wire]) -> None:
    wire = connect(embedding_timeout=0.15)
    wire.script(*[{"pause": 1.0}] * 4)
    with pytest.raises(UpstreamFailed, match="in time"):
        wire.embedder.embed_query("保修")
    assert len(wire.waits) == 3


def test_nobody_listens(connect: Callable[..., Wire]) -> None:
    wire = connect(embedding_base_url="http://127.0.0.1:9/v1")
    with pytest.raises(UpstreamFailed, match="reached") as caught:
        wire.embedder.warm_up()
    assert caught.value.place == "http://127.0.0.1:9/v1"


def test_password_in_the_address_is_not_told(connect: Callable[..., Wire]) -> None:
    with pytest.raises(UpstreamFailed) as caught:
        connect(embedding_base_url="http://reader:geheim77@127.0.0.1:9/v1").embedder.warm_up()
    assert "geheim77" not in str(caught.value)
    assert caught.value.place == "http://127.0.0.1:9/v1"


def test_wrong_path_is_a_wrong_setting(connect: Callable[..., Wire], service: Any) -> None:
    with pytest.raises(ConfigurationError, match="404"):
        connect(embedding_base_url=service.url + "/embeddings").embedder.warm_up()


def test_dimension_is_asked_once(connect: Callable[..., Wire]) -> None:
    wire = connect(embedding_dimension=0)
    assert wire.embedder.space.dimension == 48
    assert wire.embedder.space.dimension == 48
    assert len(wire.service.requests) == 1


def test_wrong_dimension_is_a_wrong_setting(connect: Callable[..., Wire]) -> None:
    with pytest.raises(ConfigurationError, match="48") as caught:
        connect(embedding_dimension=1024).embedder.warm_up()
    assert caught.value.place == "DIANMIAN_EMBEDDING_DIMENSION"


def test_shuffled_answers_are_put_in_order(connect: Callable[..., Wire]) -> None:
    wire = connect()
    texts = ["甲乙丙", "丁戊", "己"]
    expected = wire.embedder.embed_passages(texts)
    wire.script({"edit": lambda data: [data[2], data[0], data[1]]})
    np.testing.assert_array_equal(wire.embedder.embed_passages(texts), expected)


def test_answers_without_index_keep_order(connect: Callable[..., Wire]) -> None:
    wire = connect()
    texts = ["甲乙丙", "丁戊", "己"]
    expected = wire.embedder.embed_passages(texts)
    wire.script({"edit": lambda data: [{"embedding": item["embedding"]} for item in data]})
    np.testing.assert_array_equal(wire.embedder.embed_passages(texts), expected)


def test_base64_is_read(connect: Callable[..., Wire]) -> None:
    wire = connect()
    expected = wire.embedder.embed_query("保修")

    def packed(data: Data) -> Data:
        raw = np.array(data[0]["embedding"], dtype="<f4").tobytes()
        return [{**data[0], "embedding": base64.b64encode(raw).decode()}]

    wire.script({"edit": packed})
    np.testing.assert_allclose(wire.embedder.embed_query("保修"), expected, atol=1e-6)


def _with(embedding: object) -> Callable[[Data], Data]:
    return lambda data: [{**data[0], "embedding": embedding}, *data[1:]]


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda data: data[:-1], id="one missing"),
        pytest.param(lambda data: [*data, data[0]], id="one too many"),
        pytest.param(lambda data: [{**item, "index": 0} for item in data], id="index twice"),
        pytest.param(lambda data: [{**item, "index": item["index"] + 1} for item in data], id="index out of range"),
        pytest.param(lambda data: [{**item, "index": "x"} for item in data], id="index not a number"),
        pytest.param(_with([0.5] * 47), id="one too short"),
        pytest.param(lambda data: [{**item, "embedding": [0.5] * 20} for item in data], id="all too short"),
        pytest.param(_with([float("nan")] * 48), id="not a number"),
        pytest.param(_with([float("inf")] * 48), id="infinite"),
        pytest.param(_with([0.0] * 48), id="zero"),
        pytest.param(_with(["a"] * 48), id="words"),
        pytest.param(_with(None), id="nothing"),
        pytest.param(_with("%%%"), id="broken base64"),
    ],
)
def test_unusable_answers_fail(connect: Callable[..., Wire], edit: Callable[[Data], Data]) -> None:
    wire = connect()
    wire.script({"edit": edit})
    with pytest.raises(UpstreamFailed) as caught:
        wire.embedder.embed_passages(["甲乙丙", "丁戊", "己"])
    assert caught.value.place == wire.service.url


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (b"<html>welcome</html>", "text/html"),
        (b"{}", "application/json"),
        (b"[1, 2]", "application/json"),
        (b'{"data": null}', "application/json"),
        (b'{"data": [1, 2, 3]}', "application/json"),
        (b"{not json", "application/json"),
        (b"", "application/json"),
    ],
)
def test_another_service_on_that_address(connect: Callable[..., Wire], body: bytes, media_type: str) -> None:
    wire = connect()
    wire.script(*[{"body": body, "headers": {"Content-Type": media_type}}] * 4)
    with pytest.raises(UpstreamFailed):
        wire.embedder.embed_passages(["甲乙丙", "丁戊", "己"])


@pytest.mark.parametrize(
    ("name", "value"), [("base_url", ""), ("base_url", "localhost:8000/v1"), ("base_url", "file:///etc"), ("model", "")]
)
def test_address_and_model_are_needed(connect: Callable[..., Wire], name: str, value: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        connect(**{f"embedding_{name}": value})
    assert caught.value.place == f"DIANMIAN_EMBEDDING_{name.upper()}"
