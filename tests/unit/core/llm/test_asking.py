"""The adapter over real HTTP: what is sent, what is asked again, and which error each failure becomes."""

import json
from typing import Any

import pytest

from core.errors import ConfigurationError, RateLimited, UpstreamFailed
from core.llm import Meter, Prompt, UnusableReply, create_language_model
from core.settings import load_settings
from evals.scripted_model import Reply
from tests.llm_server import Serve, model_for, settings_for
from tests.unit.core.llm.conftest import Pairs

GOOD = '{"pairs": [{"name": "运费", "value": "8元"}]}'
PROMPT = Prompt("列出 {{ what }}。", "{{ source }}", {"what": "费用", "source": "运费8元。"})


def ask(model: Any, prompt: Prompt = PROMPT, meter: Meter | None = None) -> list[tuple[str, str]]:
    answer = model.ask(prompt, Pairs, meter or Meter())
    return [(pair.name, pair.value) for pair in answer.pairs]


def test_the_request_and_its_answer(serve: Serve) -> None:
    server = serve(GOOD)
    meter = Meter()
    assert ask(model_for(server), meter=meter) == [("运费", "8元")]
    request = server.requests[0]
    assert (request["model"], request["temperature"]) == ("scripted", 0.0)
    assert server.keys == ["Bearer sk-secret"]
    assert request["messages"][0]["content"].startswith("列出 费用。")
    assert '"pairs"' in request["messages"][0]["content"]
    assert request["messages"][1]["content"].startswith("运费8元。")
    usage = meter.usage
    assert (usage.requests, usage.retries, usage.completion_tokens, usage.estimated) == (1, 0, len(GOOD), False)


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "{% for x in range(9) %}x{% endfor %}", "{# 注 #}", "{{ what }}"])
def test_text_in_the_context_is_never_a_template(serve: Serve, text: str) -> None:
    server = serve(GOOD)
    ask(model_for(server), Prompt("列出费用。", "{{ source }}", {"source": f"运费：{text}", "what": "泄露"}))
    assert server.requests[0]["messages"][1]["content"].startswith(f"运费：{text}")


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param("抱歉，我无法完成这个请求。", id="refusal"),
        pytest.param(Reply(None, refusal="I cannot help with that."), id="refusal-field"),
        pytest.param("", id="empty"),
        pytest.param(GOOD[:-4], id="cut-off"),
        pytest.param('{"pairs": [{"name": "运费"}]}', id="missing-field"),
        pytest.param('{"pairs": [{"name": "运费", "value": ["8元"]}]}', id="wrong-type"),
        pytest.param('{"pairs": [{"name": "", "value": "8元"}]}', id="empty-field"),
        pytest.param('{"pairs": "运费8元"}', id="text-for-a-list"),
    ],
)
def test_a_reply_that_does_not_fit_is_asked_for_again_with_the_error(serve: Serve, bad: Reply | str) -> None:
    server = serve(bad, GOOD)
    meter = Meter()
    assert ask(model_for(server), meter=meter) == [("运费", "8元")]
    assert (meter.usage.requests, meter.usage.retries) == (2, 1)
    again = server.requests[1]["messages"]
    assert again[: len(server.requests[0]["messages"])] == server.requests[0]["messages"]
    assert "validation error" in again[-1]["content"]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        pytest.param("抱歉，我无法完成这个请求。", "no JSON that can be read: 抱歉，我无法", id="refusal"),
        pytest.param(Reply(None, refusal="I cannot help with that."), "I cannot help", id="refusal-field"),
        pytest.param("", "the reply is empty", id="empty"),
        pytest.param('{"pairs": [{"name": "运费"}]}', "pairs.0.value: Field required", id="missing-field"),
    ],
)
def test_it_gives_up_after_the_tries_that_are_set(serve: Serve, bad: Reply | str, why: str) -> None:
    server = serve(bad)
    with pytest.raises(UnusableReply, match=why) as caught:
        ask(model_for(server, llm_tries=2))
    assert len(server.requests) == 3
    assert not caught.value.truncated


def test_no_second_try_when_none_is_set(serve: Serve) -> None:
    server = serve("", GOOD)
    with pytest.raises(UnusableReply):
        ask(model_for(server, llm_tries=0))
    assert len(server.requests) == 1


def test_a_reply_cut_off_by_its_length_is_not_asked_for_again(serve: Serve) -> None:
    server = serve(Reply(GOOD[:-3], finish="length"))
    with pytest.raises(UnusableReply, match="cut off") as caught:
        ask(model_for(server))
    assert caught.value.truncated
    assert len(server.requests) == 1


def test_a_busy_service_is_asked_again_when_it_says(serve: Serve) -> None:
    waits: list[float] = []
    busy = Reply(status=429, headers={"Retry-After": "7"}, body=b'{"error": {"message": "slow down"}}')
    server = serve(busy, GOOD)
    meter = Meter()
    assert ask(model_for(server, waits), meter=meter) == [("运费", "8元")]
    assert waits == [7.0]
    assert (meter.usage.requests, meter.usage.retries) == (2, 1)


@pytest.mark.parametrize(
    ("reply", "error", "words", "requests"),
    [
        pytest.param(Reply(status=429, body=b"{}"), RateLimited, "refuses more calls", 3, id="always-busy"),
        pytest.param(Reply(status=500, body=b"oops"), UpstreamFailed, "answered 500", 3, id="broken"),
        pytest.param(Reply(hang_up=True), UpstreamFailed, "could not be reached", 3, id="hangs-up"),
        pytest.param(Reply(body=b"<html>"), UpstreamFailed, "without content|cannot be read", 1, id="not-json"),
        pytest.param(Reply(body=b"{}"), UnusableReply, "without content", 1, id="no-choices"),
        pytest.param(Reply(status=401, body=b"{}"), ConfigurationError, "refused the key", 1, id="wrong-key"),
        pytest.param(Reply(status=404, body=b"{}"), ConfigurationError, "no such address or model", 1, id="no-model"),
        pytest.param(
            Reply(status=400, body=b'{"error": {"message": "context too long"}}'), UnusableReply, "400", 1, id="refused"
        ),
    ],
)
def test_failures_of_the_service(serve: Serve, reply: Reply, error: type[Exception], words: str, requests: int) -> None:
    server = serve(reply)
    with pytest.raises(error, match=words):
        ask(model_for(server))
    assert len(server.requests) == requests


def test_a_service_that_hangs_is_given_up(serve: Serve) -> None:
    server = serve(Reply(GOOD, pause=5.0))
    with pytest.raises(UpstreamFailed, match="did not answer in time"):
        ask(model_for(server, llm_timeout=0.1))


def test_a_key_never_stands_in_an_error_or_the_settings(serve: Serve) -> None:
    server = serve(Reply(status=500, body=json.dumps({"error": {"message": "bad key sk-secret"}}).encode()))
    with pytest.raises(UpstreamFailed) as caught:
        ask(model_for(server))
    assert "sk-secret" not in str(caught.value)
    assert "sk-secret" not in repr(settings_for(server))


def test_tokens_are_estimated_and_marked_when_the_service_does_not_count(serve: Serve) -> None:
    meter = Meter()
    ask(model_for(serve(Reply(GOOD, counted=False))), meter=meter)
    assert meter.usage.estimated
    assert meter.usage.prompt_tokens > 0
    assert meter.usage.completion_tokens > 0


def test_tokens_of_refused_replies_count_too(serve: Serve) -> None:
    meter = Meter()
    with pytest.raises(UnusableReply):
        ask(model_for(serve("不行"), llm_tries=1), meter=meter)
    assert (meter.usage.requests, meter.usage.completion_tokens) == (2, 4)


def test_a_negative_temperature_is_not_sent(serve: Serve) -> None:
    server = serve(GOOD)
    ask(model_for(server, llm_temperature=-1))
    assert "temperature" not in server.requests[0]


def test_without_an_address_there_is_no_model() -> None:
    assert create_language_model(load_settings(_env_file=None)) is None


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"llm_url": "localhost:1", "llm_model": "x"}, "DIANMIAN_LLM_URL"),
        ({"llm_url": "http://h/v1"}, "DIANMIAN_LLM_MODEL"),
    ],
)
def test_half_a_setting_is_named(changes: dict[str, str], place: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        create_language_model(load_settings(_env_file=None, **changes))
    assert caught.value.place == place
