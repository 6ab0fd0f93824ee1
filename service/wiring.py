"""Everything put together once: the database, the models, and what uses them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.embedding import Embedder, create_embedder
from core.llm import LanguageModel, create_language_model
from core.reranking import Reranker, create_reranker
from core.settings import Settings
from retrieval.retriever import Retriever
from service.loading import Loader
from store.engine import Database, open_database


@dataclass(frozen=True, slots=True)
class Application:
    """The services behind every door."""

    settings: Settings
    database: Database
    embedder: Embedder
    loader: Loader
    retriever: Retriever
    language_model: LanguageModel | None = None


def build(
    settings: Settings, database: Database, embedder: Embedder | None = None, reranker: Reranker | None = None
) -> Application:
    """Wire the services over an open database; models that are not given are loaded when first needed."""
    chosen = embedder or create_embedder(settings)
    language_model = create_language_model(settings)
    loader = Loader(database, settings, chosen, language_model)
    retriever = Retriever(database, settings, chosen, reranker or create_reranker(settings), language_model)
    return Application(settings, database, chosen, loader, retriever, language_model)


@contextmanager
def open_application(settings: Settings) -> Iterator[Application]:
    """Open the database (starting the embedded server when none is configured), wire, and close at the end."""
    database = open_database(settings)
    try:
        yield build(settings, database)
    finally:
        database.close()
