"""Searching and asking over HTTP."""

from typing import Annotated

from litestar import Controller, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from retrieval.retriever import LONGEST_QUESTION, MOST_RESULTS
from service.http.parameters import App, KbName
from service.http.problems import problems
from service.views.answer import AnswerView, answer_view
from service.views.passage import SearchResult, search_result

_Limit = Annotated[int, Meta(ge=1, le=MOST_RESULTS, description="At most this many passages.")]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question in Chinese or English."""

    question: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_QUESTION, examples=["金卡会员网上买的东西多少天内可以无理由退货？"])
    ]
    limit: _Limit = 5


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
    def ask(self, application: App, kb: KbName, data: JSONBody[Question]) -> AnswerView:
        """Return an answer with its grade, citations, facts and trace, or a refusal that says why."""
        return answer_view(application.retriever.ask(kb, data.question, limit=data.limit))
