"""Spans and log lines tell what was done and how long it took, and nothing of what was asked, loaded or sent as a key."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from core.settings import load_settings
from service.logs import configure
from service.operations.tracing import start_tracing
from store.engine import acting_for
from tests.api.conftest import Client, send

SECRET_QUESTION = "金叶会员赵小禾的退货期限是多久？"
KEY = "dm_0f3c2a9b7e1d_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy"
DOCUMENT = "# 密档\n\n## 期限\n\n青禾卡的密档保存期限为37年。\n"
PRIVATE = ("赵小禾", "退货", "密档", "37年", "青禾", "books", "金叶", KEY, KEY[20:], "hunter2")


@pytest.fixture(scope="module")
def exporter() -> Iterator[InMemorySpanExporter]:
    """Spans end here: the process has one provider, and this is the only module that sets it."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    yield kept
    provider.shutdown()


@pytest.fixture
def spans(exporter: InMemorySpanExporter) -> InMemorySpanExporter:
    exporter.clear()
    return exporter


def whole(span: ReadableSpan) -> str:
    return json.dumps(json.loads(span.to_json()), ensure_ascii=False)


def named(spans: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in spans.get_finished_spans()}


def test_a_question_is_a_tree_of_spans_without_its_text(books: Client, spans: InMemorySpanExporter) -> None:
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    headers = {"traceparent": parent, "Authorization": f"Bearer {KEY}", "X-Note": "hunter2"}
    assert books.post("/v1/kbs/books/ask", json={"question": SECRET_QUESTION}, headers=headers).status_code == 200
    found = named(spans)
    request, ask, answer = found["POST /v1/kbs/{kb}/ask"], found["ask"], found["answer"]
    assert request.parent is not None and request.context is not None
    assert f"{request.context.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"
    assert ask.parent is not None and answer.parent is not None
    for stage in ("analyse", "keyword", "embed", "vector", "structured", "fuse"):
        one = found[f"ask {stage}"]
        assert one.context is not None and one.context.trace_id == request.context.trace_id
        assert one.start_time is not None and one.end_time is not None and one.start_time <= one.end_time
    assert request.attributes is not None and request.attributes["http.response.status_code"] == 200
    assert answer.attributes is not None and answer.attributes["dianmian.citations"]
    for span in spans.get_finished_spans():
        assert [word for word in PRIVATE if word in whole(span)] == [], span.name


def test_a_load_is_spans_with_counts(books: Client, spans: InMemorySpanExporter) -> None:
    assert send(books, ("密档.md", DOCUMENT)).status_code in (201, 202)
    found = named(spans)
    assert {"load total", "load parse", "load embed", "load extract"} <= set(found)
    total = found["load total"]
    assert total.attributes is not None and total.attributes["dianmian.chunks_added"]
    for span in spans.get_finished_spans():
        assert [word for word in PRIVATE if word in whole(span)] == [], span.name


def test_an_error_is_a_kind_and_no_message(books: Client, spans: InMemorySpanExporter) -> None:
    assert books.post("/v1/kbs/密档库/ask", json={"question": SECRET_QUESTION}).status_code == 404
    ask = named(spans)["ask"]
    assert ask.attributes is not None and ask.attributes["error.type"] == "NotFound"
    assert ask.events == ()
    for span in spans.get_finished_spans():
        assert "密档库" not in whole(span)


def test_without_a_collector_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    before = trace.get_tracer_provider()
    start_tracing(load_settings(_env_file=None))()
    assert trace.get_tracer_provider() is before


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_log_lines_name_the_request_and_nothing_private(books: Client, capsys: pytest.CaptureFixture[str]) -> None:
    configure("debug")
    headers = {"X-Request-ID": "req-7", "Authorization": f"Bearer {KEY}", "X-Note": "hunter2"}
    books.post("/v1/kbs/books/ask", json={"question": SECRET_QUESTION}, headers=headers)
    books.post("/v1/kbs/books/ask?token=hunter2", json={"question": ""}, headers=headers)
    send(books, ("密档.md", DOCUMENT))
    text = capsys.readouterr().err
    found = events(text)
    asked = [event for event in found if event.get("request_id") == "req-7" and event["event"] == "request"]
    assert {event["status"] for event in asked} == {200, 400}
    assert all(event["level"] and event["timestamp"] for event in found)
    assert [word for word in PRIVATE if word in text] == []


def test_the_form_of_a_line_is_a_setting(capsys: pytest.CaptureFixture[str]) -> None:
    for form, is_json in (("json", True), ("auto", True), ("text", False)):
        configure("info", form)  # type: ignore[arg-type]
        structlog.get_logger("t").info("something", count=3)
        line = capsys.readouterr().err
        assert line.startswith("{") is is_json
        assert "something" in line
        assert not is_json or json.loads(line)["count"] == 3


def test_tenants_are_told_apart_but_not_named(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", "json")
    for tenant in ("青禾书店", "别家", "青禾书店"):
        with acting_for(tenant):
            structlog.get_logger("t").info("done")
    text = capsys.readouterr().err
    first, second, third = (event["tenant"] for event in events(text))
    assert first == third != second
    assert "青禾" not in text
