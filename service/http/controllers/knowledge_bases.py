"""Knowledge bases over HTTP."""

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from core.errors import InvalidInput
from core.knowledge_base import Mode
from service.http.parameters import App, KbName
from service.http.problems import problems
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


class KnowledgeBaseController(Controller):
    """Create, list, show and delete knowledge bases."""

    path = "/v1/kbs"
    tags = ("knowledge bases",)
    request_max_body_size = 65_536

    @get(summary="列出知识库 List knowledge bases", responses=problems(), sync_to_thread=True)
    def listing(self, application: App) -> KnowledgeBaseList:
        """Return all knowledge bases by name, with their counts."""
        with application.database.session() as session:
            return knowledge_base_list(session)

    @post(summary="新建知识库 Create a knowledge base", responses=problems(400, 409, 413, 422), sync_to_thread=True)
    def create(self, application: App, data: JSONBody[NewKnowledgeBase]) -> KnowledgeBaseView:
        """Create an empty knowledge base."""
        if "/" in data.name:
            raise InvalidInput("a name must not hold a slash: it is part of addresses", place="name")
        with application.database.session() as session:
            return knowledge_base_view(session, knowledge_bases.create(session, data.name, data.mode))

    @get(
        "/{kb:str}", summary="查看知识库 Show a knowledge base", responses=problems(400, 404, 422), sync_to_thread=True
    )
    def show(self, application: App, kb: KbName) -> KnowledgeBaseView:
        """Return a knowledge base with its counts."""
        with application.database.session() as session:
            return knowledge_base_view(session, knowledge_bases.get(session, kb))

    @delete(
        "/{kb:str}",
        summary="删除知识库 Delete a knowledge base",
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def remove(self, application: App, kb: KbName) -> None:
        """Delete a knowledge base with everything in it."""
        with application.database.session() as session:
            knowledge_bases.delete(session, knowledge_bases.get(session, kb).id)
