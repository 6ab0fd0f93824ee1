"""Questions of the log as the doors show them."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from core.answer import Grade, Route
from service.views.conversion import view
from store.asked import Asked


class AskedView(Struct, frozen=True):
    """A question of the log, with its answer and what somebody thought of it."""

    id: str
    at: datetime
    door: Annotated[str, Meta(description="http, chat, mcp or cli.")]
    actor: Annotated[str, Meta(description="Id of the key that asked, or local.")]
    question: str
    completed: Annotated[str, Meta(description="The question as it was understood.")]
    answer: str
    headline: str
    route: Route
    grade: Grade
    confidence: float
    refused: bool
    degraded: list[str]
    sources: Annotated[list[dict[str, Any]], Meta(description="Documents, chunks and facts that were cited.")]
    milliseconds: float
    liked: Annotated[bool | None, Meta(description="null: nobody has said.")]
    note: str
    judged_at: datetime | None
    judged_by: str


class AskedPage(Struct, frozen=True):
    """One page of the log, the newest first."""

    asked: list[AskedView]
    total: int
    next: Annotated[str | None, Meta(description="Pass it as `after` for the next page; null on the last.")] = None


def asked_view(asked: Asked) -> AskedView:
    """Return ``asked`` as the doors show it."""
    return view(asked, AskedView)
