"""One fact over HTTP, its history, and the links between facts and chunks."""

from typing import Annotated

from litestar import Controller, get
from litestar.openapi.spec import Example
from litestar.params import PathParameter

from service.http.controllers.review import FactId
from service.http.parameters import App, KbName
from service.http.problems import problems
from service.http.scope import TAGGED
from service.review.facts import chunk_named, chunk_of, fact_named, facts_of
from service.review.queue import event_list, fact_detail
from service.views.chunk import ChunkView, chunk_view
from service.views.fact import fact_view
from service.views.review import EventList, FactDetail, FactList
from store import knowledge_bases

_ChunkId = Annotated[
    str, PathParameter(description="分块编号 Id of the chunk.", examples=[Example(value="chk_0f3c2a9b7e1d4c5a6b8f")])
]


class FactLinkController(Controller):
    """From a fact to its chunk, and from a chunk to its facts."""

    path = "/v1/kbs/{kb:str}"
    tags = ("facts",)

    @get(
        "/facts/{fact:str}",
        summary="查看事实 Show a fact",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def fact(self, application: App, kb: KbName, fact: FactId) -> FactDetail:
        """Return a fact with its chunk, its conflicts, what it gave way to, and its history."""
        with application.database.session() as session:
            return fact_detail(session, knowledge_bases.get(session, kb), application.settings, fact)

    @get(
        "/facts/{fact:str}/events",
        summary="事实的历史 The history of a fact",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def events(self, application: App, kb: KbName, fact: FactId) -> EventList:
        """Return every change of a fact by a person; kept after the fact is gone, as long as its document is there."""
        with application.database.session() as session:
            return event_list(session, knowledge_bases.get(session, kb), fact)

    @get(
        "/facts/{fact:str}/chunk",
        summary="事实的分块 The chunk of a fact",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def chunk(self, application: App, kb: KbName, fact: FactId) -> ChunkView:
        """Return the chunk a fact was read from."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            return chunk_view(chunk_of(session, base, fact_named(session, base, fact)))

    @get(
        "/chunks/{chunk:str}",
        summary="查看分块 Show a chunk",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show_chunk(self, application: App, kb: KbName, chunk: _ChunkId) -> ChunkView:
        """Return a chunk."""
        with application.database.session() as session:
            return chunk_view(chunk_named(session, knowledge_bases.get(session, kb), chunk))

    @get(
        "/chunks/{chunk:str}/facts",
        summary="分块的事实 The facts of a chunk",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def facts(self, application: App, kb: KbName, chunk: _ChunkId) -> FactList:
        """Return all facts of a chunk in reading order, rejected and superseded ones included."""
        with application.database.session() as session:
            found = facts_of(session, knowledge_bases.get(session, kb), chunk)
        return FactList(chunk, [fact_view(fact) for fact in found])
