"""Searching and asking over HTTP."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post
from litestar.di import Provide
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from retrieval.conversation import LONGEST_TURN, MOST_TURNS, Turn
from retrieval.retriever import LONGEST_QUESTION, MOST_RESULTS
from service.asked.asking import ask, ask_stream
from service.filter_body import FilterBody, only_of
from service.filtering import filter_of
from service.http.contents import StreamedOperation
from service.http.parameters import App, AskedLimits, KbName, asked_limits
from service.http.problems import problems
from service.http.scope import ASK
from service.http.streaming import event_stream, wants_stream
from service.views.answer import AnswerView, answer_view
from service.views.passage import SearchResult, search_result

_Limit = Annotated[int, Meta(ge=1, le=MOST_RESULTS, description="At most this many passages.")]
_Asked = Annotated[str, QueryParameter(description="问题 The question.", min_length=1, max_length=LONGEST_QUESTION)]
_Most = Annotated[int, QueryParameter(description="最多几条 At most this many passages.", ge=1, le=MOST_RESULTS)]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question in Chinese or English."""

    question: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_QUESTION, examples=["金卡会员网上买的东西多少天内可以无理由退货？"])
    ]
    limit: _Limit = 5
    filter: Annotated[FilterBody | None, Meta(description="What is searched; null for everything.")] = None


class EarlierTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """An earlier question of the conversation, and its answer where it is known."""

    question: Annotated[str, Meta(min_length=1, max_length=LONGEST_TURN, examples=["银卡会员的退货期限是几天？"])]
    answer: Annotated[str, Meta(max_length=LONGEST_TURN)] = ""


class ConversationQuestion(Question, frozen=True, forbid_unknown_fields=True):
    """A question, or a follow-up such as 那金卡会员呢？ to the last one of `history`."""

    history: Annotated[
        list[EarlierTurn],
        Meta(max_length=MOST_TURNS, description="Earlier turns of the conversation, first one first."),
    ] = []


class QuestionController(Controller):
    """Ask a knowledge base."""

    path = "/v1/kbs/{kb:str}"
    tags = ("questions",)
    request_max_body_size = 65_536
    dependencies = {"limits": Provide(asked_limits, sync_to_thread=False)}  # noqa: RUF012

    @post(
        "/search",
        summary="检索 Search",
        opt=ASK,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 422, 502),
        sync_to_thread=True,
    )
    def search(self, application: App, kb: KbName, data: JSONBody[Question]) -> SearchResult:
        """Return the best passages with their scores, and no answer."""
        found = application.retriever.search(kb, data.question, only=only_of(data.filter))
        return search_result(found, data.limit)

    @get("/search", summary="检索 Search", opt=ASK, responses=problems(400, 404, 409, 422, 502), sync_to_thread=True)
    def search_by_address(
        self, application: App, kb: KbName, question: _Asked, limits: AskedLimits, limit: _Most = 5
    ) -> SearchResult:
        """Return the same as `POST`, the question and its limits standing in the address."""
        return search_result(application.retriever.search(kb, question, only=filter_of(limits)), limit)

    @get("/ask", summary="提问 Ask", opt=ASK, responses=problems(400, 404, 409, 422, 502), sync_to_thread=True)
    def ask_by_address(
        self, application: App, kb: KbName, question: _Asked, limits: AskedLimits, limit: _Most = 5
    ) -> AnswerView:
        """Return the same as `POST`, the question and its limits standing in the address."""
        return answer_view(ask(application, "http", kb, question, limit=limit, only=filter_of(limits)))

    @post(
        "/ask",
        summary="提问 Ask",
        opt=ASK,
        operation_class=StreamedOperation,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 422, 502),
        sync_to_thread=True,
    )
    def ask(
        self,
        application: App,
        kb: KbName,
        data: JSONBody[ConversationQuestion],
        request: Request[Any, Any, Any],
    ) -> Response[AnswerView]:
        """Return an answer with its grade, citations, facts and trace, or a refusal that says why.

        With `Accept: text/event-stream` it comes as it is written: one event `sources`, any number of `token`, and
        `done` with the whole answer, checked; or `error` with a problem. What `done` says holds.
        """
        history = [Turn(turn.question, turn.answer) for turn in data.history]
        only = only_of(data.filter)
        if wants_stream(request.headers.get("accept", "")):
            events = ask_stream(application, "http", kb, data.question, limit=data.limit, history=history, only=only)
            return event_stream(events)  # type: ignore[return-value]
        answer = ask(application, "http", kb, data.question, limit=data.limit, history=history, only=only)
        return Response(answer_view(answer))
