"""Review over HTTP: the queue, what people decide, and how precise extraction is."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.openapi.spec import Example
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.http.parameters import After, App, KbName, PageLimit
from service.http.preconditions import IfMatch, check_fact
from service.http.problems import problems
from service.http.scope import REVIEW, REVIEW_TAGGED
from service.review.correction import Correction, correct
from service.review.decisions import approve, merge, reject
from service.review.facts import LONGEST_ACTOR, LONGEST_NOTE, Reviewer
from service.review.precision import precision_report
from service.review.queue import fact_detail, review_page
from service.views.fact import FactView, fact_view
from service.views.review import CorrectedView, FactDetail, PrecisionReportView, ReviewPage
from service.views.review_results import corrected_view, merged_view, precision_view
from store import knowledge_bases

FactId = Annotated[
    str, PathParameter(description="事实编号 Id of the fact.", examples=[Example(value="fct_0f3c2a9b7e1d4c5a6b8f")])
]
By = Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTOR, description="决定人 Who decides.", examples=["何静"])]
Note = Annotated[str, Meta(max_length=LONGEST_NOTE, description="理由 Why.")]
_Words = Annotated[str, Meta(min_length=1, max_length=300)]
_Quote = Annotated[str, Meta(min_length=1, max_length=7500)]


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision and its reason."""

    by: By
    note: Note = ""


class CorrectionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is right; what is left out stays as it is."""

    by: By
    subject: Annotated[_Words | None, Meta(description="主体 What the fact is about.")] = None
    attribute: Annotated[_Words | None, Meta(description="属性 What is said of it.")] = None
    value: Annotated[_Words | None, Meta(description="取值 Read anew as a quantity.", examples=["15天"])] = None
    conditions: Annotated[list[_Words] | None, Meta(description="条件 All of them; an empty list removes them.")] = None
    quote: Annotated[_Quote | None, Meta(description="原文 Another place of the chunk.")] = None
    source_wrong: Annotated[bool, Meta(description="原文有误 The document is wrong: the quote lacks the value.")] = (
        False
    )
    note: Note = ""


class MergeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that say the same as the one in the path, which is kept."""

    by: By
    others: Annotated[list[str], Meta(min_length=1, max_length=100, description="并入的事实 Ids of the other facts.")]
    note: Note = ""


class ReviewController(Controller):
    """What people say of the facts."""

    path = "/v1/kbs/{kb:str}/review"
    tags = ("review",)
    request_max_body_size = 65_536

    @get(summary="待审队列 The review queue", opt=REVIEW_TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def queue(
        self,
        application: App,
        kb: KbName,
        reason: Annotated[
            list[str] | None,
            QueryParameter(description="原因（可多次）conflict, low_confidence or sample; may be repeated."),
        ] = None,
        after: After = None,
        limit: PageLimit = 50,
    ) -> ReviewPage:
        """Return one page of the facts that wait: in open conflict first, then of low confidence, then the sample."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            return review_page(session, base, application.settings, tuple(reason or ()), after, limit)

    @get(
        "/precision",
        summary="估计准确率 Estimated precision",
        opt=REVIEW,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def precision(self, application: App, kb: KbName) -> PrecisionReportView:
        """Return the share of right facts per attribute and rule, estimated from the judged facts of the sample."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            return precision_view(precision_report(session, base, application.settings))

    @get(
        "/{fact:str}",
        summary="待审的一条 One entry",
        opt=REVIEW_TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show(self, application: App, kb: KbName, fact: FactId) -> FactDetail:
        """Return a fact with its chunk, its conflicts and its history."""
        with application.database.session() as session:
            return fact_detail(session, knowledge_bases.get(session, kb), application.settings, fact)

    @post(
        "/{fact:str}/approve",
        summary="通过 Approve",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def approve(
        self, application: App, kb: KbName, fact: FactId, data: JSONBody[Verdict], if_match: IfMatch = None
    ) -> FactView:
        """Approve a fact; answers from it are graded as exact from an approved fact."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_fact(session, base, application.settings, fact, if_match)
            return fact_view(approve(session, base, application.settings, fact, Reviewer(data.by, data.note)))

    @post(
        "/{fact:str}/reject",
        summary="驳回 Reject",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def reject(
        self, application: App, kb: KbName, fact: FactId, data: JSONBody[Verdict], if_match: IfMatch = None
    ) -> FactView:
        """Reject a fact; it never answers again unless someone approves it."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_fact(session, base, application.settings, fact, if_match)
            return fact_view(reject(session, base, application.settings, fact, Reviewer(data.by, data.note)))

    @post(
        "/{fact:str}/correct",
        summary="更正 Correct",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def correct(
        self, application: App, kb: KbName, fact: FactId, data: JSONBody[CorrectionRequest], if_match: IfMatch = None
    ) -> CorrectedView:
        """Put a person's fact in place of one; names put right are proposed as synonyms."""
        conditions = None if data.conditions is None else tuple(data.conditions)
        wanted = Correction(data.subject, data.attribute, data.value, conditions, data.quote, data.source_wrong)
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_fact(session, base, application.settings, fact, if_match)
            reviewer = Reviewer(data.by, data.note)
            return corrected_view(correct(session, base, application.settings, fact, wanted, reviewer))

    @post(
        "/{fact:str}/merge",
        summary="合并 Merge",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def merge(
        self, application: App, kb: KbName, fact: FactId, data: JSONBody[MergeRequest], if_match: IfMatch = None
    ) -> CorrectedView:
        """Merge facts that say the same into this one; they stay as links and answer no more."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_fact(session, base, application.settings, fact, if_match)
            reviewer = Reviewer(data.by, data.note)
            return merged_view(merge(session, base, application.settings, fact, data.others, reviewer))
