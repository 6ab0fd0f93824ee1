"""What the service stands on and holds, at a glance."""

from typing import Literal

from msgspec import Struct

from core.settings import Settings
from service.views.knowledge_base import KnowledgeBaseView, knowledge_base_list, knowledge_base_view
from service.wiring import Application
from store import knowledge_bases
from store.migration import head


class ModelView(Struct, frozen=True):
    """The embedding model the settings name. ``space_id`` says which vectors it can search."""

    provider: str
    model: str
    revision: str
    dimension: int
    space_id: str


class Status(Struct, frozen=True):
    """Database, schema revision, models, and every knowledge base with its counts and pending work.

    ``language_model`` is null while none is set: facts then come from rules alone.
    """

    database: str
    revision: str
    tenant: str
    model: ModelView
    kbs: list[KnowledgeBaseView]
    language_model: str | None = None


def status_of(application: Application, kb: str | None = None) -> Status:
    """Return the status, of one knowledge base or of all.

    Raises:
        NotFound: No such knowledge base.
        NotReady: The database's schema is behind.
    """
    application.database.check()
    space = application.embedder.space
    with application.database.session() as session:
        shown = (
            [knowledge_base_view(session, knowledge_bases.get(session, kb))]
            if kb is not None
            else knowledge_base_list(session).kbs
        )
    return Status(
        database=database_kind(application.settings),
        revision=head(),
        tenant=application.database.tenant,
        model=ModelView(space.provider, space.model, space.revision, space.dimension, space.id),
        kbs=shown,
        language_model=application.language_model.name if application.language_model else None,
    )


def database_kind(settings: Settings) -> Literal["embedded", "external"]:
    """Return ``embedded`` or ``external``; never the address, which may hold a password."""
    return "external" if settings.database_url else "embedded"
