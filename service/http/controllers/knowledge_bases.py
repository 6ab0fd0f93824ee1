"""Knowledge bases over HTTP."""

from typing import Annotated

from litestar import Controller, delete, get, patch, post
from litestar.params import JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from core.errors import InvalidInput
from core.knowledge_base import Mode
from service.http.parameters import After, App, KbName, PageLimit
from service.http.preconditions import IfMatch, check_knowledge_base
from service.http.problems import problems
from service.http.scope import ADMIN, TAGGED
from service.knowledge_bases import change_settings, create
from service.knowledge_bases import delete as delete_with_all
from service.loading.route import ParserRoute
from service.views.knowledge_base import (
    KnowledgeBaseList,
    KnowledgeBaseView,
    knowledge_base_list,
    knowledge_base_view,
)
from store import knowledge_bases


class NewKnowledgeBase(Struct, frozen=True, forbid_unknown_fields=True):
    """A knowledge base to create."""

    name: Annotated[
        str, Meta(min_length=1, max_length=200, description="Printable characters, no slash.", examples=["shop"])
    ]
    mode: Annotated[Mode, Meta(description="open: attributes found in documents are used at once.")] = "open"


class SettingsChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of one knowledge base; what is left out stays."""

    parser: Annotated[ParserRoute | UnsetType | None, Meta(description="Who reads its files.")] = UNSET
    llm_facts: Annotated[bool | UnsetType | None, Meta(description="Whether a language model reads facts in it.")] = (
        UNSET
    )


class KnowledgeBaseController(Controller):
    """Create, list, show and delete knowledge bases."""

    path = "/v1/kbs"
    tags = ("knowledge bases",)
    request_max_body_size = 65_536

    @get(summary="列出知识库 List knowledge bases", opt=TAGGED, responses=problems(400), sync_to_thread=True)
    def listing(self, application: App, after: After = None, limit: PageLimit = 1000) -> KnowledgeBaseList:
        """Return one page of knowledge bases by name, with their counts."""
        with application.database.session() as session:
            return knowledge_base_list(session, after, limit)

    @post(
        summary="新建知识库 Create a knowledge base",
        opt=ADMIN,
        responses=problems(400, 409, 413, 422),
        sync_to_thread=True,
    )
    def create(self, application: App, data: JSONBody[NewKnowledgeBase]) -> KnowledgeBaseView:
        """Create an empty knowledge base."""
        if "/" in data.name:
            raise InvalidInput("a name must not hold a slash: it is part of addresses", place="name")
        with application.database.session() as session:
            return knowledge_base_view(session, create(session, data.name, data.mode))

    @get(
        "/{kb:str}",
        summary="查看知识库 Show a knowledge base",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show(self, application: App, kb: KbName) -> KnowledgeBaseView:
        """Return a knowledge base with its counts."""
        with application.database.session() as session:
            return knowledge_base_view(session, knowledge_bases.get(session, kb))

    @patch(
        "/{kb:str}",
        summary="更改设置 Change settings",
        opt=ADMIN,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def change(
        self, application: App, kb: KbName, data: JSONBody[SettingsChange], if_match: IfMatch = None
    ) -> KnowledgeBaseView:
        """Change settings of a knowledge base; null takes one back to what the service says.

        They hold for what is loaded from then on.
        """
        wanted = {name: value for name, value in asdict(data).items() if value is not UNSET}
        changes = {name: value for name, value in wanted.items() if value is not None}
        with application.database.session() as session:
            base = check_knowledge_base(session, knowledge_bases.get(session, kb), if_match)
            if not wanted:
                raise InvalidInput("nothing to change", place="body", advice="give parser or llm_facts")
            changed = change_settings(session, base, changes, without=wanted.keys() - changes.keys())
            return knowledge_base_view(session, changed)

    @delete(
        "/{kb:str}",
        summary="删除知识库 Delete a knowledge base",
        opt=ADMIN,
        responses=problems(400, 404, 409, 412, 422),
        sync_to_thread=True,
    )
    def remove(self, application: App, kb: KbName, if_match: IfMatch = None) -> None:
        """Delete a knowledge base with everything in it."""
        with application.database.session() as session:
            delete_with_all(session, check_knowledge_base(session, knowledge_bases.get(session, kb), if_match))
