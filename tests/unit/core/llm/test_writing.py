"""Running text over real HTTP: pieces as they come, and which error each broken end becomes."""

import json
from collections.abc import Iterator

import pytest

from core.errors import ConfigurationError, RateLimited, UpstreamFailed
from core.llm import Meter, Prompt, UnusableReply
from core.llm.writing import messages_of, without_thinking
from evals.scripted_model import Reply
from tests.llm_server import Serve, model_for

PROMPT = Prompt("写：{{ what }}。", "{{ source }}", {"what": "答案", "source": "运费8元。"})
TEXT = "运费为8元[1]。满99元免运费[1]。"


def written(model: object, meter: Meter | None = None) -> list[str]:
    return list(model.write(PROMPT, meter or Meter()))  # type: ignore[attr-defined]


def test_pieces_come_as_they_are_written(serve: Serve) -> None:
    server = serve(TEXT)
    meter = Meter()
    pieces = written(model_for(server), meter)
    assert len(pieces) > 3
    assert "".join(pieces) == TEXT
    request = server.requests[0]
    assert request["stream"] is True
    assert [message["content"] for message in request["messages"]] == ["写：答案。", "运费8元。"]
    assert meter.usage.requests == 1
    assert meter.usage.completion_tokens > 0


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "{{ what }}", "{% for x in range(9) %}x{% endfor %}"])
def test_text_in_the_context_is_never_a_template(text: str) -> None:
    messages = messages_of(Prompt("系统", "{{ source }}|{{ nobody }}", {"source": text, "what": "泄露"}))
    assert messages[1]["content"] == f"{text}|{{{{ nobody }}}}"


def test_a_service_without_streams_is_understood(serve: Serve) -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}]}
    server = serve(Reply(body=json.dumps(body).encode()))
    assert "".join(written(model_for(server))) == TEXT


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        pytest.param(Reply(""), UnusableReply, "empty", id="empty"),
        pytest.param(Reply("<think>想了很久</think>"), UnusableReply, "empty", id="only-thinking"),
        pytest.param(Reply(TEXT, finish="length"), UnusableReply, "cut off", id="cut-off"),
        pytest.param(Reply(TEXT, finish="content_filter"), UnusableReply, "withheld", id="withheld"),
        pytest.param(Reply("", refusal="I cannot help."), UnusableReply, "refuses", id="refusal-field"),
        pytest.param(Reply(TEXT, stall=2), UpstreamFailed, "broke off", id="breaks-off"),
        pytest.param(Reply(TEXT, stall=2, pause=3.0), UpstreamFailed, "did not finish in time", id="stalls"),
        pytest.param(Reply(TEXT, pause=3.0), UpstreamFailed, "in time", id="hangs"),
        pytest.param(Reply(status=500, body=b"oops"), UpstreamFailed, "answered 500", id="broken"),
        pytest.param(Reply(hang_up=True), UpstreamFailed, "could not be reached", id="hangs-up"),
        pytest.param(Reply(body=b"<html>"), UpstreamFailed, "cannot be read", id="not-json"),
        pytest.param(Reply(body=b"{}"), UpstreamFailed, "broke off", id="no-choices"),
        pytest.param(Reply(status=401, body=b"{}"), ConfigurationError, "refused the key", id="wrong-key"),
        pytest.param(Reply(status=429, body=b"{}"), RateLimited, "refuses more calls", id="busy"),
        pytest.param(Reply(status=400, body=b"{}"), UnusableReply, "400", id="refused-prompt"),
        pytest.param(
            Reply(body=b"data: {broken\n\n", headers={"Content-Type": "text/event-stream"}),
            UpstreamFailed,
            "cannot be read",
            id="broken-events",
        ),
        pytest.param(
            Reply(
                body=b'data: {"error": {"message": "overloaded"}}\n\n', headers={"Content-Type": "text/event-stream"}
            ),
            UpstreamFailed,
            "",
            id="error-event",
        ),
    ],
)
def test_every_broken_end_is_an_error(serve: Serve, reply: Reply, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        written(model_for(serve(reply), llm_timeout=0.5))
    assert words in str(caught.value)


def test_a_hanging_model_is_asked_once_only(serve: Serve) -> None:
    server = serve(Reply(TEXT, pause=3.0))
    with pytest.raises(UpstreamFailed):
        written(model_for(server, llm_timeout=0.3))
    assert len(server.requests) == 1


def test_a_busy_service_is_asked_again_before_the_first_piece(serve: Serve) -> None:
    server = serve(Reply(status=503, body=b"{}"), TEXT)
    assert "".join(written(model_for(server))) == TEXT
    assert len(server.requests) == 2


def test_a_reader_may_stop_early(serve: Serve) -> None:
    meter = Meter()
    pieces: Iterator[str] = model_for(serve(Reply(TEXT, piece=1))).write(PROMPT, meter)
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert meter.usage.completion_tokens == 1


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["<th", "ink>想", "</thi", "nk>\n\n答", "案"], "答案"),
        (["答", "案"], "答案"),
        (["\n<think>a</think>答案"], "答案"),
        (["<", "b>"], "<b>"),
        (["<"], "<"),
        (["<think>没有写完"], ""),
        ([" ", " 答"], "答"),
        ([], ""),
    ],
)
def test_thinking_is_left_out(pieces: list[str], text: str) -> None:
    assert "".join(without_thinking(pieces)) == text
