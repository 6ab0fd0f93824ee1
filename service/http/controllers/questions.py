"""Searching and asking over HTTP."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from retrieval.conversation import LONGEST_TURN, MOST_TURNS, Turn
from retrieval.retriever import LONGEST_QUESTION, MOST_RESULTS
from service.http.parameters import App, KbName
from service.http.problems import problems
from service.http.streaming import event_stream, wants_stream
from service.views.answer import AnswerView, answer_view
from service.views.passage import SearchResult, search_result

_Limit = Annotated[int, Meta(ge=1, le=MOST_RESULTS, description="At most this many passages.")]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question in Chinese or English."""

    question: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_QUESTION, examples=["金卡会员网上买的东西多少天内可以无理由退货？"])
    ]
    limit: _Limit = 5


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

    @post(
        "/search",
        summary="检索 Search",
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 422, 502),
        sync_to_thread=True,
    )
    def search(self, application: App, kb: KbName, data: JSONBody[Question]) -> SearchResult:
        """Return the best passages with their scores, and no answer."""
        return search_result(application.retriever.search(kb, data.question), data.limit)

    @post(
        "/ask",
        summary="提问 Ask",
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
        if wants_stream(request.headers.get("accept", "")):
            events = application.retriever.ask_stream(kb, data.question, limit=data.limit, history=history)
            return event_stream(events)  # type: ignore[return-value]
        return Response(answer_view(application.retriever.ask(kb, data.question, limit=data.limit, history=history)))
