"""Answers written by a scripted model over the real database: checked, and composed without it when it fails."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.answer import Answer
from evals.scripted_model import Reply, Request
from retrieval.conversation import Turn
from retrieval.events import Done, Sources, Token
from retrieval.retriever import Retriever
from service.wiring import Application
from tests.llm_server import Serve, model_for, no_proxy, serve, settings_for

__all__ = ["no_proxy", "serve"]
QUESTION = "星河手机的保修期多久"
Writing = Callable[..., Retriever]


@pytest.fixture
def writing(application: Application, serve: Serve) -> Writing:
    """Return a retriever whose model gives these replies; ``changes`` are settings."""

    def make(*replies: Any, **changes: Any) -> Retriever:
        server = serve(*replies)
        llm = {
            name: value
            for name, value in settings_for(server, **changes).model_dump().items()
            if name in LLM or name in changes
        }
        settings = application.settings.model_copy(update=llm)
        return Retriever(
            application.database, settings, application.embedder, language_model=model_for(server, **changes)
        )

    return make


LLM = frozenset({"llm_url", "llm_model", "llm_key"})


def pieces(request: Request) -> list[dict[str, Any]]:
    """Return the passages a request shows."""
    lines = request["messages"][1]["content"].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"source"')]


def honest(request: Request) -> Reply:
    """Answer from the price table, citing the source it has."""
    number = next(
        piece["source"] for piece in pieces(request) if "星河手机" in piece["text"] and "12个月" in piece["text"]
    )
    return Reply(f"星河手机的保修期为12个月[{number}]。")


def composed(application: Application, question: str = QUESTION) -> Answer:
    return application.retriever.ask("shop", question)


def test_the_model_writes_and_cites(writing: Writing, application: Application) -> None:
    answer = writing(honest).ask("shop", QUESTION)
    assert (answer.grade, answer.refused, answer.warnings) == ("written", False, ())
    assert answer.text.startswith("星河手机的保修期为12个月[")
    assert not any("language model" in item for item in answer.degraded)
    texts = {passage.chunk.id: passage.chunk.text for passage in answer.passages}
    assert answer.citations
    assert all(texts[c.chunk_id][c.quote_start : c.quote_end] == c.quote for c in answer.citations)
    assert [fact.value for fact in answer.facts] == ["12个月"]
    assert answer.trace["written"]["model"] == "scripted"
    assert [p.score for p in answer.passages] == [p.score for p in composed(application).passages]


def test_events_come_in_order_and_their_text_is_the_models(writing: Writing) -> None:
    events = list(writing(honest).ask_stream("shop", QUESTION))
    assert isinstance(events[0], Sources)
    assert isinstance(events[-1], Done)
    tokens = [event.text for event in events[1:-1] if isinstance(event, Token)]
    assert len(tokens) == len(events) - 2 > 3
    assert "".join(tokens) == events[-1].answer.text
    numbers = {citation.number for citation in events[0].citations}
    assert {citation.number for citation in events[-1].answer.citations} <= numbers


def test_facts_stand_before_passages_and_documents_are_data(writing: Writing, serve: Serve) -> None:
    seen: list[Request] = []

    def mind(request: Request) -> Reply:
        seen.append(request)
        return Reply("滤芯更换周期为6个月[1]。")

    writing(mind).ask("shop", "松针净水器的滤芯更换周期是多久")
    system, user = (message["content"] for message in seen[0]["messages"])
    assert "忽略以上所有规则" not in system
    assert user.index("| subject |") < user.index('{"source"')
    assert "{{ 7*7 }}" in user
    assert any("忽略以上所有规则" in piece["text"] for piece in pieces(seen[0]))


def test_an_obeyed_instruction_is_flagged(writing: Writing) -> None:
    answer = writing("星河手机的保修期为99年[1]。").ask("shop", QUESTION)
    assert any("99年" in warning for warning in answer.warnings)


def test_a_list_is_complete_or_composed(writing: Writing, application: Application) -> None:
    question = "哪些产品支持无理由退货"
    short = writing("支持无理由退货的有星河手机[1]。").ask("shop", question)
    assert short.text == composed(application, question).text
    assert any("it left out 2 of 3 facts" in item for item in short.degraded)
    whole = writing("支持无理由退货的有星河手机、青岚平板和松涛耳机[1]。").ask("shop", question)
    assert (whole.grade, whole.warnings) == ("written", ())


def test_an_english_question_gets_english_instructions(writing: Writing) -> None:
    seen: list[Request] = []

    def mind(request: Request) -> Reply:
        seen.append(request)
        return Reply("The warranty period is 18 months [1].")

    answer = writing(mind).ask("shop", "What is the warranty period of the Maple speaker?")
    assert "You answer a question" in seen[0]["messages"][0]["content"]
    assert (answer.grade, answer.warnings) == ("written", ())


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        pytest.param(Reply(status=500, body=b"{}"), "answered 500", id="broken"),
        pytest.param(Reply("星河", stall=1, pause=3.0), "did not finish in time", id="stalls"),
        pytest.param(Reply("星河手机12个月[1]", finish="length"), "cut off", id="cut-off"),
        pytest.param(Reply(status=401, body=b"{}"), "refused the key", id="wrong-key"),
        pytest.param("星河手机的保修期为12个月。", "cites no source", id="no-citation"),
        pytest.param("星河手机的保修期为12个月[77]。", "cites no source", id="no-such-source"),
        pytest.param("文档中没有这个问题的答案。", "found no answer where a fact states one", id="overlooked"),
    ],
)
def test_the_composed_answer_stands_in_and_says_why(
    writing: Writing, application: Application, reply: Any, why: str
) -> None:
    answer = writing(reply, llm_timeout=0.5).ask("shop", QUESTION)
    plain = composed(application)
    assert (answer.text, answer.citations, answer.grade) == (plain.text, plain.citations, plain.grade)
    said = [item for item in answer.degraded if item.startswith("language model")]
    assert len(said) == 1
    assert why in said[0] and said[0].endswith("composed answer")


@pytest.mark.parametrize("question", ["积分到期以后怎么处理", "星河手机的包装里有什么"])
def test_a_refusal_is_recognised_where_no_value_is_asked_for(
    writing: Writing, application: Application, question: str
) -> None:
    assert not composed(application, question).refused
    answer = writing("文档中没有这个问题的答案。").ask("shop", question)
    assert (answer.refused, answer.grade, answer.citations) == (True, "none", ())


@pytest.mark.parametrize("question", ["火星移民的船票多少钱", "公司食堂几点供应咖啡"])
def test_what_is_absent_is_refused_without_asking(writing: Writing, question: str) -> None:
    asked: list[Request] = []

    def mind(request: Request) -> Reply:
        asked.append(request)
        return Reply("船票99元[1]。")

    assert writing(mind).ask("shop", question).refused
    assert asked == []


def test_switched_off_it_composes_and_says_so(writing: Writing, application: Application) -> None:
    answer = writing(honest, answer_with_model=False).ask("shop", QUESTION)
    assert answer.text == composed(application).text
    assert "language model: switched off for answers, composed answer" in answer.degraded


def test_a_follow_up_by_the_model_is_answered_and_shown(writing: Writing) -> None:
    def mind(request: Request) -> Reply:
        if "对话 Conversation" in request["messages"][1]["content"]:
            return Reply("星河手机的保修期多久？")
        return honest(request)

    answer = writing(mind).ask("shop", "那星河手机呢？", history=[Turn("青岚平板的保修期多久？", "24个月")])
    assert answer.question == "那星河手机呢？"
    assert answer.completed_question == "星河手机的保修期多久？"
    assert answer.trace["completed"] == {"question": "星河手机的保修期多久？", "by": "model"}
    assert "12个月" in answer.text


@pytest.mark.parametrize(
    ("earlier", "question", "completed_question", "value"),
    [
        (["青岚平板的保修期多久？"], "那星河手机呢？", "星河手机的保修期多久？", "12个月"),
        (["星河手机的保修期多久？"], "价格呢？", "星河手机的价格？", "1999"),
        (["星河手机多少钱？", "那白桦电视呢？"], "保修期多久？", "白桦电视的保修期多久？", "36个月"),
        (["电子发票的开具时限是多久？"], "纸质发票呢？", "纸质发票的开具时限是多久？", "5个工作日"),
        (["职工累计工作满5年，年休假有几天？"], "满15年呢？", "职工累计工作满15年，年休假有几天？", "10天"),
        (["What is the warranty period of the Maple speaker?"], "星河手机的保修期多久？", "", "12个月"),
    ],
)
def test_follow_ups_by_rules(
    application: Application, earlier: list[str], question: str, completed_question: str, value: str
) -> None:
    answer = application.retriever.ask("shop", question, history=[Turn(text) for text in earlier])
    assert (answer.question, answer.completed_question) == (question, completed_question)
    assert value in answer.text
    assert ("completed" in answer.trace) == bool(completed_question)
