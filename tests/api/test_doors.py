"""Every door gives the same: an address, a stream, a chat, an agent's tool and the command line, for one question."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from openai import OpenAI
from typer.testing import CliRunner

from core.settings import Settings
from service.cli.app import app
from service.wiring import Application
from tests.api.agent import asked, over_http, over_stdio
from tests.api.conftest import Client
from tests.api.live import live

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = (
    "金叶会员的退货期限是多久？",
    "银行卡付款的退款多久到账？",
    "哪些会员的退货期限超过10天？",
    "普通会员和银杏会员的退货期限有什么区别？",
    "满59元还要运费吗？",
    "咖啡厅的牛肉面多少钱一碗？",
    "How long can a 金叶会员 return?",
)
EARLIER = ("普通会员的退货期限是几天？", "那金叶会员呢？")
NAMES = ("answer", "grade", "confidence", "route", "refused", "reason", "degraded", "completed_question")


@pytest.fixture
def url(books: Client, application: Application) -> Iterator[str]:
    with live(application) as address:
        yield address


@pytest.fixture
def environment(settings: Settings) -> dict[str, str]:
    return {
        "DATABASE_URL": settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url,
        "DIANMIAN_HOME": str(settings.home),
        "DIANMIAN_LOG_LEVEL": "warning",
        "PYTHONPATH": str(ROOT),
    }


def told(answer: Mapping[str, Any], text: str | None = None) -> dict[str, Any]:
    """Return what must be the same at every door."""
    shown = {name: answer[name] for name in NAMES if name != "answer"}
    sources = [(c["number"], c["document"], c["chunk_id"], c["quote"], c["fact_id"]) for c in answer["citations"]]
    facts = [(f["id"], f["subject"], f["attribute"], f["value"], f["state"]) for f in answer["facts"]]
    return {**shown, "answer": answer["answer"] if text is None else text, "sources": sources, "facts": facts}


def by_rest(url: str, question: str, stream: bool = False) -> dict[str, Any]:
    body = {"question": question, "limit": 4}
    headers = {"Accept": "text/event-stream"} if stream else {}
    response = httpx.post(f"{url}/v1/kbs/books/ask", json=body, headers=headers, trust_env=False, timeout=60)
    if not stream:
        return told(response.json())
    data = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: ")]
    return told(json.loads(data[-1]))


def by_address(url: str, question: str) -> dict[str, Any]:
    params: dict[str, Any] = {"question": question, "limit": 4}
    return told(httpx.get(f"{url}/v1/kbs/books/ask", params=params, trust_env=False, timeout=60).json())


def by_chat(url: str, question: str, stream: bool = False) -> dict[str, Any]:
    with OpenAI(base_url=f"{url}/v1", api_key="none", http_client=httpx.Client(trust_env=False)) as client:
        found: Any = client.chat.completions.create(
            model="books", messages=[{"role": "user", "content": question}], stream=stream,
            extra_body={"dianmian": {"sources": False, "limit": 4}},
        )  # fmt: skip
        if not stream:
            message = found.choices[0].message
            return told(message.model_extra["dianmian"], message.content)
        pieces = list(found)
        text = "".join(piece.choices[0].delta.content or "" for piece in pieces)
        return told(pieces[-1].model_extra["dianmian"], text)


def by_tool(url: str, *questions: str) -> list[dict[str, Any]]:
    async def work() -> list[dict[str, Any]]:
        async with over_http(url) as client:
            arguments = [{"kb": "books", "question": question, "limit": 4} for question in questions]
            return [told((await client.call_tool("ask", each)).structured_content) for each in arguments]  # type: ignore[arg-type]

    return asked(work)


def by_process(environment: dict[str, str], *questions: str) -> list[dict[str, Any]]:
    async def work() -> list[dict[str, Any]]:
        async with over_stdio(sys.executable, "-m", "service.cli", "mcp", **environment) as client:
            arguments = [{"kb": "books", "question": question, "limit": 4} for question in questions]
            return [told((await client.call_tool("ask", each)).structured_content) for each in arguments]  # type: ignore[arg-type]

    return asked(work)


def by_command(environment: dict[str, str], question: str, *words: str) -> dict[str, Any]:
    result = CliRunner().invoke(
        app, ["ask", question, "--kb", "books", "--limit", "4", "--json", *words], env=environment
    )
    assert result.exit_code == 0, result.output
    return told(json.loads(result.stdout))


def test_one_question_has_one_answer(url: str, environment: dict[str, str]) -> None:
    tools = by_tool(url, *QUESTIONS)
    processes = by_process(environment, *QUESTIONS)
    grades = set()
    for question, tool, process in zip(QUESTIONS, tools, processes, strict=True):
        expected = by_rest(url, question)
        grades.add(expected["grade"])
        found = {
            "address": by_address(url, question),
            "stream": by_rest(url, question, stream=True),
            "chat": by_chat(url, question),
            "chat stream": by_chat(url, question, stream=True),
            "tool": tool,
            "process": process,
            "command": by_command(environment, question),
        }
        assert {door: each for door, each in found.items() if each != expected} == {}, question
    # The questions are of several kinds, so that the comparison says something.
    assert {"exact_candidate", "none"} <= grades


def test_one_conversation_has_one_answer(url: str, environment: dict[str, str]) -> None:
    question = "银杏会员呢？"
    history = [{"question": each} for each in EARLIER]
    body = {"question": question, "history": history, "limit": 4}
    expected = told(httpx.post(f"{url}/v1/kbs/books/ask", json=body, trust_env=False, timeout=60).json())
    assert expected["completed_question"] == "银杏会员的退货期限是几天？"

    async def tool() -> dict[str, Any]:
        async with over_http(url) as client:
            found = await client.call_tool("ask", {"kb": "books", **body})
            return told(found.structured_content)  # type: ignore[arg-type]

    messages = [{"role": "user", "content": each} for each in (*EARLIER, question)]
    sent = {"model": "books", "messages": messages, "dianmian": {"sources": False, "limit": 4}}
    answer = httpx.post(f"{url}/v1/chat/completions", json=sent, trust_env=False, timeout=60).json()
    message = answer["choices"][0]["message"]
    assert told(message["dianmian"], message["content"]) == expected
    assert asked(tool) == expected
    assert by_command(environment, question, "--after", EARLIER[0], "--after", EARLIER[1]) == expected


def test_one_search_has_one_result(url: str, environment: dict[str, str]) -> None:
    for question in QUESTIONS:
        body: dict[str, Any] = {"question": question, "limit": 3}
        whole = httpx.post(f"{url}/v1/kbs/books/search", json=body, trust_env=False, timeout=60).json()
        expected = [(each["chunk"]["id"], each["score"]) for each in whole["passages"]]

        async def tool(body: dict[str, Any] = body) -> list[tuple[str, float]]:
            async with over_http(url) as client:
                found: Any = (await client.call_tool("search", {"kb": "books", **body})).structured_content
                return [(each["chunk_id"], each["score"]) for each in found["passages"]]

        result = CliRunner().invoke(
            app, ["search", question, "--kb", "books", "--limit", "3", "--json"], env=environment
        )
        command = [(each["chunk"]["id"], each["score"]) for each in json.loads(result.stdout)["passages"]]
        assert asked(tool) == expected
        assert command == expected
