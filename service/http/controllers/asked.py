"""The log of questions over HTTP: what was asked, and what people thought of the answers."""

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.openapi.spec import Example
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.asked.proposing import propose_from_log
from service.asked.reading import LONGEST_NOTE, asked_page, filter_of, forget, judge
from service.http.parameters import After, App, KbName, PageLimit
from service.http.problems import problems
from service.http.scope import READ, REVIEW
from service.views.asked import AskedPage, AskedView, asked_view
from service.views.words import SynonymView, synonym_view
from store import knowledge_bases

AskedId = Annotated[
    str,
    PathParameter(description="问题编号 `id` of an answer.", examples=[Example(value="qst_0f3c2a9b7e1d4c5a6b8f")]),
]
_Refused = Annotated[bool | None, QueryParameter(description="是否拒答 Whether it was refused.")]
_Liked = Annotated[bool | None, QueryParameter(description="是否满意 Whether the answer was liked.")]
_From = Annotated[str | None, QueryParameter(name="from", description="自此日起 Since this day or moment.")]
_To = Annotated[str | None, QueryParameter(name="to", description="此日之前 Before this day or moment.")]


class Feedback(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody thinks of an answer."""

    liked: Annotated[bool, Meta(description="满意 Whether it was what was asked for.")]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="说明 Why.", examples=["期限已改为15天"])] = ""


class LogProposals(Struct, frozen=True):
    """Aliases that the log suggests and that were not known; they wait for a person."""

    synonyms: list[SynonymView]


class AskedController(Controller):
    """What was asked."""

    path = "/v1/kbs/{kb:str}/asked"
    tags = ("questions",)
    request_max_body_size = 65_536

    @get(summary="问题记录 The log of questions", opt=REVIEW, responses=problems(400, 404, 422), sync_to_thread=True)
    def listed(
        self,
        application: App,
        kb: KbName,
        refused: _Refused = None,
        liked: _Liked = None,
        since: _From = None,
        until: _To = None,
        after: After = None,
        limit: PageLimit = 50,
    ) -> AskedPage:
        """Return one page of questions with their answers and what people thought of them, the newest first."""
        application.question_log.flush()
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            return asked_page(session, base, filter_of(refused, liked, since, until), after=after, limit=limit)

    @post(
        "/{asked:str}/feedback",
        summary="评价回答 Say what you think of an answer",
        opt=READ,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 413, 422),
        sync_to_thread=True,
    )
    def feedback(self, application: App, kb: KbName, asked: AskedId, data: JSONBody[Feedback]) -> AskedView:
        """Note whether an answer was what was asked for; said again, it replaces what was said before."""
        return asked_view(judge(application, kb, asked, liked=data.liked, note=data.note))

    @delete("/{asked:str}", summary="删除一条 Delete", opt=REVIEW, responses=problems(400, 404), sync_to_thread=True)
    def remove(self, application: App, kb: KbName, asked: AskedId) -> None:
        """Delete a question with its answer and feedback, for good."""
        forget(application, kb, asked)

    @post(
        "/proposals",
        summary="由记录建议同义词 Synonyms the log suggests",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404),
        sync_to_thread=True,
    )
    def proposals(self, application: App, kb: KbName) -> LogProposals:
        """Propose aliases from questions that were refused or disliked; none acts before a person accepts it."""
        return LogProposals([synonym_view(one) for one in propose_from_log(application, kb)])
