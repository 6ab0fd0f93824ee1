"""A knowledge base, rules, and a scripted language model that reads refund terms its own way."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.settings import Settings
from evals.scripted_model import Reply, Request, ScriptedModel, as_reply, shown
from service.loading import Loader, LoadReport
from store import facts, knowledge_bases
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder, embedder, folder, statute
from tests.llm_server import model_for, no_proxy, serve, settings_for

__all__ = ["embedder", "folder", "no_proxy", "serve", "statute"]

TERM = re.compile(r"(云杉卡\d+级会员)的退款到账时间为(\d+个工作日)，[^。]*。")
Told = list[tuple[str, str, str, str]]
LoadWith = Callable[..., LoadReport]


def article(number: int, more: str = "") -> str:
    """Return an article with a fact the rules find, and one only the model finds."""
    return f"云杉卡{number}级会员的退款到账时间为{number}个工作日，{more}逾期的按照规定另行处理。"


def entries_of(request: Request) -> list[dict[str, Any]]:
    """Return what a careful model says of the material: the rules' fact again, and one more."""
    found = []
    for chunk in shown(request)["chunks"]:
        for match in TERM.finditer(chunk["text"]):
            fact = {"chunk": chunk["chunk"], "subject": match[1], "value": match[2], "quote": match[0]}
            found += [{**fact, "attribute": name} for name in ("退款到账时间", "退款时限")]
    return found


def careful(request: Request) -> Reply:
    """Answer as asked."""
    return as_reply(entries_of(request))


def asked_about(server: ScriptedModel) -> list[str]:
    """Return the texts the model was asked about, in the order of the requests."""
    return [chunk["text"] for request in server.requests for chunk in shown(request)["chunks"]]


@pytest.fixture
def load_with(database: Database, settings: Settings, embedder: CountingEmbedder, folder: Path) -> LoadWith:
    """Load the folder into ``规则`` with the model of a server, or with none."""

    def run(server: ScriptedModel | None, kb: str = "规则", **changes: Any) -> LoadReport:
        progress = changes.pop("progress", None)
        loader = Loader(database, settings, embedder)
        if server is not None:
            chosen = settings_for(server, **changes)
            merged = settings.model_copy(update={n: v for n, v in chosen.model_dump().items() if n.startswith("llm_")})
            loader = Loader(database, merged, embedder, model_for(server, **changes))
        return loader.load(kb, [folder], **({} if progress is None else {"progress": progress}))

    return run


@pytest.fixture
def told(database: Database) -> Callable[..., Told]:
    """Return a function that lists the facts of one origin: subject, attribute, value and state."""

    def listed(origin: str = "model", kb: str = "规则") -> Told:
        from store.tables import CHUNK

        with database.session() as session:
            kb_id = knowledge_bases.get(session, kb).id
            ids = list(session.scalars(CHUNK.select().with_only_columns(CHUNK.c.id).where(CHUNK.c.kb_id == kb_id)))
            found = facts.by_chunks(session, kb_id, ids, None)
        return sorted((f.subject, f.attribute, f.value, f.state) for f in found if f.origin == origin)

    return listed
