"""Conflicts between facts over HTTP."""

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.openapi.spec import Example
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.http.controllers.review import By, Note
from service.http.parameters import After, App, KbName, PageLimit
from service.http.preconditions import IfMatch, check_conflict, check_rules
from service.http.problems import problems
from service.http.scope import ADMIN, REVIEW, REVIEW_TAGGED
from service.review.facts import Reviewer
from service.review.queue import conflict_page, conflict_view
from service.review.resolving import resolve
from service.review.rules import set_rules
from service.review.settling import settle_all
from service.views.review import ConflictList, ConflictView, RuleList, ScanView
from service.views.review_results import rule_list, scan_view
from store import knowledge_bases

_Id = Annotated[
    str, PathParameter(description="冲突编号 Id of the conflict.", examples=[Example(value="cfl_0f3c2a9b7e1d4c5a6b8f")])
]


class Resolution(Struct, frozen=True, forbid_unknown_fields=True):
    """Which fact holds."""

    by: By
    winner: Annotated[str | None, Meta(description="成立的事实 Id of the fact that holds; null: both do.")]
    note: Note = ""


class RuleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that settle conflicts, in order."""

    rules: Annotated[
        list[str],
        Meta(max_length=10, description="规则 In order; none leaves all to a person.", examples=[["newer_version"]]),
    ]


class ConflictController(Controller):
    """Facts that contradict each other."""

    path = "/v1/kbs/{kb:str}"
    tags = ("review",)
    request_max_body_size = 65_536

    @get(
        "/conflicts",
        summary="列出冲突 List conflicts",
        opt=REVIEW_TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def listing(
        self,
        application: App,
        kb: KbName,
        conflict_state: Annotated[
            str, QueryParameter(name="state", description="状态 open, resolved or all.", max_length=20)
        ] = "open",
        after: After = None,
        limit: PageLimit = 50,
    ) -> ConflictList:
        """Return one page of conflicts with both facts and, where it is settled, the rule or person that settled it."""
        with application.database.session() as session:
            return conflict_page(session, knowledge_bases.get(session, kb), conflict_state, after, limit)

    @get(
        "/conflicts/{conflict:str}",
        summary="查看冲突 Show a conflict",
        opt=REVIEW_TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show(self, application: App, kb: KbName, conflict: _Id) -> ConflictView:
        """Return one conflict with both facts."""
        with application.database.session() as session:
            return conflict_view(session, knowledge_bases.get(session, kb), conflict)

    @post(
        "/conflicts/{conflict:str}/resolve",
        summary="解决冲突 Resolve a conflict",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def resolve(
        self, application: App, kb: KbName, conflict: _Id, data: JSONBody[Resolution], if_match: IfMatch = None
    ) -> ConflictView:
        """Say which fact holds: the other gives way and answers no more. A person's word counts before every rule."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_conflict(session, base, conflict, if_match)
            resolve(session, base, conflict, data.winner, Reviewer(data.by, data.note))
            return conflict_view(session, base, conflict)

    @post(
        "/conflicts/scan",
        summary="重新查找冲突 Look for conflicts anew",
        opt=REVIEW,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def scan(self, application: App, kb: KbName) -> ScanView:
        """Compare all facts with each other: worth it when a version loaded earlier has come into force since."""
        with application.database.session() as session:
            return scan_view(settle_all(session, knowledge_bases.get(session, kb)))

    @get(
        "/conflict-rules",
        summary="冲突规则 Conflict rules",
        opt=REVIEW_TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def rules(self, application: App, kb: KbName) -> RuleList:
        """Return the rules that settle conflicts, in order."""
        with application.database.session() as session:
            return rule_list(knowledge_bases.get(session, kb))

    @put(
        "/conflict-rules",
        summary="设置冲突规则 Set conflict rules",
        opt=ADMIN,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def set_rules(self, application: App, kb: KbName, data: JSONBody[RuleChoice], if_match: IfMatch = None) -> RuleList:
        """Set the rules and settle all conflicts by them; what a person decided stays."""
        with application.database.session() as session:
            found = check_rules(session, knowledge_bases.get(session, kb), if_match)
            base = set_rules(session, found, data.rules)
            settle_all(session, base)
            return rule_list(base)
