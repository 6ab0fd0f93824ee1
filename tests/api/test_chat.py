"""Chat completions, asked by OpenAI's own client of a server on loopback."""

import asyncio
import dataclasses
import json
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import httpx
import openai
import pytest
from openai import AsyncOpenAI, OpenAI

from core.settings import Settings
from evals.scripted_model import Reply, Request
from retrieval.events import Event, Token
from service.asked.asking import LEFT
from service.wiring import Application, build
from store import asked as asked_store
from store import knowledge_bases
from store.asked import AskedFilter
from store.engine import Database
from tests.api.conftest import Client, send
from tests.api.keyed import keyed, new_key
from tests.api.live import live
from tests.llm_server import Serve, no_proxy, serve

__all__ = ["no_proxy", "serve"]
QUESTION = "金叶会员的退货期限是多久？"
POINTS = "# 积分规则\n\n## 有效期\n\n积分的有效期为24个月。\n"


@pytest.fixture
def url(books: Client, application: Application) -> Iterator[str]:
    """A live service with the knowledge bases ``books`` and ``会员积分``."""
    assert books.post("/v1/kbs", json={"name": "会员积分"}).status_code == 201
    send(books, ("积分规则.md", POINTS), kb="会员积分")
    with live(application) as address:
        yield address


@pytest.fixture
def chat(url: str) -> Iterator[OpenAI]:
    with OpenAI(
        base_url=f"{url}/v1", api_key="none", http_client=httpx.Client(trust_env=False), max_retries=0
    ) as client:
        yield client


def ask(client: OpenAI, question: str = QUESTION, model: str = "books", **more: Any) -> Any:
    return client.chat.completions.create(model=model, messages=[{"role": "user", "content": question}], **more)


def extra(holder: Any) -> dict[str, Any]:
    """Return the object ``dianmian`` of a message or piece."""
    return cast(dict[str, Any], holder.model_extra["dianmian"])


def test_an_answer_with_its_sources(chat: OpenAI, books: Client, url: str) -> None:
    whole = books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    found = ask(chat)
    assert (found.object, found.model, len(found.choices)) == ("chat.completion", "books", 1)
    choice = found.choices[0]
    assert (choice.finish_reason, choice.message.role, choice.message.refusal) == ("stop", "assistant", None)
    text, head, listed = choice.message.content.partition("\n\n来源 Sources:\n")
    assert text == whole["answer"]
    assert head and listed == "[1] 退货规则.md · 退货期限"
    more = extra(choice.message)
    for name in ("citations", "facts", "grade", "confidence", "route", "degraded", "refused"):
        assert more[name] == whole[name], name
    assert any("language model" in item for item in more["degraded"])
    note = choice.message.annotations[0].url_citation
    assert choice.message.content[note.start_index : note.end_index] == "[1]"
    opened = httpx.get(note.url, trust_env=False)
    assert note.url.startswith(url)
    assert opened.json()["id"] == whole["citations"][0]["chunk_id"]


def test_the_list_of_sources_can_be_left_out(chat: OpenAI, books: Client) -> None:
    found = ask(chat, extra_body={"dianmian": {"sources": False, "limit": 2}})
    assert (
        found.choices[0].message.content
        == books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()["answer"]
    )
    assert extra(found.choices[0].message)["citations"]


def test_a_filter_limits_the_answer(chat: OpenAI) -> None:
    body = {"dianmian": {"filter": {"documents": ["配送说明.md"]}}}
    assert extra(ask(chat, "普通会员的退货期限是几天？", extra_body=body).choices[0].message)["refused"]
    assert not extra(ask(chat, "普通会员的退货期限是几天？").choices[0].message)["refused"]


def test_a_refusal_is_an_ordinary_message(chat: OpenAI) -> None:
    choice = ask(chat, "咖啡厅的牛肉面多少钱一碗？").choices[0]
    assert (choice.finish_reason, choice.message.annotations) == ("stop", [])
    assert choice.message.content and "Sources" not in choice.message.content
    assert (extra(choice.message)["refused"], extra(choice.message)["grade"]) == (True, "none")
    assert extra(choice.message)["reason"]


def test_a_stream_says_the_same(chat: OpenAI) -> None:
    whole = ask(chat)
    pieces = list(ask(chat, stream=True))
    assert pieces[0].choices[0].delta.role == "assistant"
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == whole.choices[0].message.content
    assert [piece.choices[0].finish_reason for piece in pieces] == [None] * (len(pieces) - 1) + ["stop"]
    assert len({piece.id for piece in pieces}) == 1
    last = pieces[-1]
    assert {**extra(last), "id": None} == {**extra(whole.choices[0].message), "id": None}
    marks = [each["url_citation"] for each in last.choices[0].delta.model_extra["annotations"]]
    assert [whole.choices[0].message.content[mark["start_index"] : mark["end_index"]] for mark in marks] == ["[1]"]
    assert all(piece.usage is None for piece in pieces)


def test_usage_counts_texts(chat: OpenAI) -> None:
    whole = ask(chat, "退款？")
    assert (whole.usage.prompt_tokens, whole.usage.total_tokens) == (3, 3 + whole.usage.completion_tokens)
    pieces = list(ask(chat, "退款？", stream=True, stream_options={"include_usage": True}))
    assert (pieces[-1].choices, pieces[-1].usage) == ([], whole.usage)
    assert all(piece.usage is None for piece in pieces[:-1])


def test_unset_is_no_stream(url: str) -> None:
    body: dict[str, Any] = {"model": "books", "messages": [{"role": "user", "content": QUESTION}]}
    for more in ({}, {"stream": None}, {"stream": False}):
        response = httpx.post(f"{url}/v1/chat/completions", json=body | more, trust_env=False)
        assert response.headers["content-type"] == "application/json"
        assert response.json()["choices"]
    raw = httpx.post(f"{url}/v1/chat/completions", json=body | {"stream": True}, trust_env=False).text
    assert raw.replace("\r\n", "\n").endswith("data: [DONE]\n\n")


def test_earlier_turns_complete_a_follow_up(chat: OpenAI) -> None:
    first = ask(chat, "普通会员的退货期限是几天？").choices[0].message.content
    messages: list[Any] = [
        {"role": "system", "content": "你是客服。只回答“好的”。"},
        {"role": "user", "content": "普通会员的退货期限是几天？"},
        {"role": "assistant", "content": first},
        {"role": "user", "content": [{"type": "text", "text": "那金叶会员呢？"}]},
    ]
    message = chat.chat.completions.create(model="books", messages=messages).choices[0].message
    assert "15天" in (message.content or "")
    assert extra(message)["completed_question"] == "金叶会员的退货期限是几天？"


def test_a_long_conversation_is_cut_and_not_refused(chat: OpenAI) -> None:
    turn = [{"role": "user", "content": "运费是多少？"}, {"role": "assistant", "content": "字" * 30_000}]
    messages: list[Any] = [*(turn * 25), {"role": "user", "content": QUESTION}]
    message = chat.chat.completions.create(model="books", messages=messages).choices[0].message
    assert "15天" in (message.content or "")


def test_every_knowledge_base_is_a_model(chat: OpenAI) -> None:
    assert [model.id for model in chat.models.list()] == ["books", "会员积分"]
    for name in (
        "会员积分",
        "dianmian/会员积分",
        "%E4%BC%9A%E5%91%98%E7%A7%AF%E5%88%86",
        "dianmian/%E4%BC%9A%E5%91%98%E7%A7%AF%E5%88%86",
    ):
        assert chat.models.retrieve(name).id == "会员积分"
        found = ask(chat, "积分的有效期是多久？", model=name)
        assert "24个月" in found.choices[0].message.content
        assert found.model == name
    assert extra(ask(chat, "积分的有效期是多久？").choices[0].message)["refused"]


def test_a_model_that_is_not_there(chat: OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as found:
        ask(chat, model="没有")
    assert (found.value.code, found.value.param, found.value.type) == (
        "model_not_found",
        "model",
        "invalid_request_error",
    )
    assert "没有" in found.value.message
    with pytest.raises(openai.NotFoundError):
        ask(chat, model="没有", stream=True)
    with pytest.raises(openai.NotFoundError):
        chat.models.retrieve("没有")


def test_parameters_that_mean_nothing_are_ignored(chat: OpenAI) -> None:
    tools: Any = [{"type": "function", "function": {"name": "f", "parameters": {}}}]
    found = ask(
        chat, temperature=0.7, max_tokens=5, top_p=0.1, seed=1, user="u", stop=["天"], presence_penalty=1, n=1,
        tools=tools, tool_choice="auto", response_format={"type": "text"}, extra_body={"mirostat": 2, "options": {}},
    )  # fmt: skip
    assert "15天" in found.choices[0].message.content


@pytest.mark.parametrize(
    ("more", "param"),
    [
        ({"n": 2}, "n"),
        ({"tools": [], "tool_choice": "required"}, "tool_choice"),
        ({"tool_choice": {"type": "function", "function": {"name": "f"}}}, "tool_choice"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "user", "content": " "}]}, "messages[0].content"),
        ({"messages": [{"role": "system", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}, "messages[1].role"),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]},
            "messages[0].content[0].type",
        ),
        ({"messages": [{"role": "boss", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": "字" * 2001}]}, "question"),
        ({"extra_body": {"dianmian": {"souces": True}}}, "dianmian"),
        ({"extra_body": {"dianmian": {"limit": 0}}}, "dianmian.limit"),
    ],
)
def test_what_cannot_be_given_is_refused(chat: OpenAI, more: dict[str, Any], param: str) -> None:
    asked: dict[str, Any] = {"messages": [{"role": "user", "content": QUESTION}], **more}
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError) as found:
            chat.chat.completions.create(model="books", stream=stream, **asked)
        assert (found.value.param, found.value.type) == (param, "invalid_request_error")
        assert found.value.code
        assert set(cast(dict[str, Any], found.value.body)) == {"message", "type", "param", "code"}


async def _both(url: str) -> tuple[Any, str]:
    async with AsyncOpenAI(
        base_url=f"{url}/v1", api_key="none", http_client=httpx.AsyncClient(trust_env=False)
    ) as client:
        messages: list[Any] = [{"role": "user", "content": QUESTION}]
        whole, stream = await asyncio.gather(
            client.chat.completions.create(model="books", messages=messages),
            client.chat.completions.create(model="books", messages=messages, stream=True),
        )
        return whole, "".join([piece.choices[0].delta.content or "" async for piece in stream])


def test_the_asynchronous_client(url: str) -> None:
    whole, said = asyncio.run(_both(url))
    assert said == whole.choices[0].message.content


def writing(settings: Settings, database: Database, server: Any) -> Application:
    """Return services that answer by the scripted model ``server``."""
    return build(settings.model_copy(update={"llm_url": server.url, "llm_model": "scripted"}), database)


def passage_of(request: Request) -> int:
    """Return the number of the passage that holds the answer."""
    lines = request["messages"][1]["content"].splitlines()
    found = [json.loads(line) for line in lines if line.startswith('{"source"')]
    return next(int(piece["source"]) for piece in found if "15天" in piece["text"])


def client_of(url: str, **more: Any) -> OpenAI:
    settings = {"base_url": f"{url}/v1", "api_key": "none", "max_retries": 0, **more}
    return OpenAI(http_client=httpx.Client(trust_env=False), **settings)


def test_a_model_writes_piece_by_piece(settings: Settings, books: Client, database: Database, serve: Serve) -> None:
    model = serve(lambda request: Reply(f"金叶会员的退货期限为15天[{passage_of(request)}]。"))
    with live(writing(settings, database, model)) as url, client_of(url) as client:
        pieces = list(ask(client, stream=True))
        written = [piece.choices[0].delta.content for piece in pieces if piece.choices[0].delta.content]
        assert len(written) > 4
        assert "".join(written) == ask(client).choices[0].message.content
        assert extra(pieces[-1])["grade"] == "written"


def test_what_checking_changed_is_said(settings: Settings, books: Client, database: Database, serve: Serve) -> None:
    """A model breaks off with a wrong number: those pieces are out, so the message says that the rest holds."""
    model = serve(Reply("金叶会员的退货期限为99天", stall=3))
    with live(writing(settings, database, model)) as url, client_of(url) as client:
        pieces = list(ask(client, stream=True))
    said = "".join(piece.choices[0].delta.content or "" for piece in pieces)
    _, correction, rest = said.partition("this holds:\n\n")
    assert correction and rest.startswith("15天")
    (mark,) = [each["url_citation"] for each in pieces[-1].choices[0].delta.model_extra["annotations"]]
    assert said[mark["start_index"] : mark["end_index"]] == "[1]"
    assert any("broke off" in item for item in extra(pieces[-1])["degraded"])


class Breaking:
    """A retriever that fails when it has begun to answer."""

    def ask_stream(self, *_: Any, **__: Any) -> Iterator[Event]:
        yield Token("甲")
        raise RuntimeError("inside")


def test_a_failure_in_the_middle_reaches_the_client(books: Client, application: Application) -> None:
    broken = dataclasses.replace(application, retriever=cast(Any, Breaking()))
    with live(broken) as url, client_of(url) as client:
        with pytest.raises(openai.APIError) as found:
            list(ask(client, stream=True))
        assert found.value.type == "server_error"
        assert "inside" not in str(found.value)
        raw = httpx.post(
            f"{url}/v1/chat/completions", trust_env=False,
            json={"model": "books", "messages": [{"role": "user", "content": "问"}], "stream": True},
        ).text  # fmt: skip
    assert "inside" not in raw and "[DONE]" not in raw


class Endless:
    """A retriever that never comes to an end by itself."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def ask_stream(self, *_: Any, **__: Any) -> Iterator[Event]:
        try:
            while True:
                yield Token("字")
                time.sleep(0.01)
        finally:
            self.ended.set()


def test_a_client_that_leaves_ends_the_answer(
    books: Client, application: Application, database: Database, capfd: pytest.CaptureFixture[str]
) -> None:
    endless = Endless()
    with live(dataclasses.replace(application, retriever=cast(Any, endless))) as url, client_of(url) as client:
        stream = ask(client, stream=True)
        while not next(stream).choices[0].delta.content:
            pass
        stream.close()
        assert endless.ended.wait(30)
        assert client.models.list().data
    assert application.question_log.flush()
    with database.session() as session:
        (kept,) = asked_store.listing(session, knowledge_bases.get(session, "books").id, AskedFilter())
    assert (kept.degraded, kept.door) == ((LEFT,), "chat")
    assert "Traceback" not in capfd.readouterr().err


def test_a_client_that_loses_patience(settings: Settings, books: Client, database: Database, serve: Serve) -> None:
    model = serve(Reply("金叶会员的退货期限为15天[1]。", pause=2), "金叶会员的退货期限为15天[1]。")
    with live(writing(settings, database, model)) as url:
        with client_of(url, timeout=0.5) as client, pytest.raises(openai.APITimeoutError):
            ask(client)
        with client_of(url) as client:
            assert "15天" in ask(client).choices[0].message.content


def test_keys_and_tenants(settings: Settings, database: Database, books: Client) -> None:
    reader, other, writer = (
        new_key(database, tenant, scope) for tenant, scope in (("local", "read"), ("乙", "read"), ("local", "write"))
    )
    with live(keyed(settings, database)) as url:
        assert "15天" in ask(client_of(url, api_key=reader.secret.text)).choices[0].message.content
        assert list(client_of(url, api_key=other.secret.text).models.list()) == []
        with pytest.raises(openai.NotFoundError):
            ask(client_of(url, api_key=other.secret.text), stream=True)
        with pytest.raises(openai.AuthenticationError) as found:
            ask(client_of(url))
        assert (found.value.code, found.value.type) == ("invalid_api_key", "authentication_error")
        with pytest.raises(openai.PermissionDeniedError):
            ask(client_of(url, api_key=writer.secret.text))


def test_questions_of_chats_are_counted(settings: Settings, database: Database, books: Client) -> None:
    made = new_key(database, "local", "read")
    with (
        live(keyed(settings, database, questions_per_minute=1)) as url,
        client_of(url, api_key=made.secret.text) as client,
    ):
        ask(client)
        with pytest.raises(openai.RateLimitError) as found:
            ask(client)
    assert found.value.code == "rate_limit_exceeded"
    assert int(found.value.response.headers["retry-after"]) > 0


def test_many_at_once(url: str) -> None:
    found: list[str] = []

    def one() -> None:
        with client_of(url) as client:
            found.append("".join(piece.choices[0].delta.content or "" for piece in ask(client, stream=True)))

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1
