"""Everything put together once: the database, the models, and what uses them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.embedding import Embedder, create_embedder
from core.llm import LanguageModel, create_language_model
from core.reranking import Reranker, create_reranker
from core.settings import Settings
from retrieval.retriever import Retriever
from service.asked.log import QuestionLog
from service.loading import Loader
from service.operations.metrics import Metrics
from service.operations.observed_models import ObservedEmbedder, ObservedLanguageModel, ObservedReranker
from service.operations.state import DatabaseState
from store.engine import Database, open_database


@dataclass(frozen=True, slots=True)
class Application:
    """The services behind every door."""

    settings: Settings
    database: Database
    embedder: Embedder
    loader: Loader
    retriever: Retriever
    metrics: Metrics
    question_log: QuestionLog
    language_model: LanguageModel | None = None


def build(
    settings: Settings, database: Database, embedder: Embedder | None = None, reranker: Reranker | None = None
) -> Application:
    """Wire the services over an open database; models that are not given are loaded when first needed."""
    metrics = Metrics()
    metrics.registry.register(DatabaseState(database))
    chosen = ObservedEmbedder(embedder or create_embedder(settings), metrics)
    read_again = reranker or create_reranker(settings)
    model = create_language_model(settings)
    language_model = None if model is None else ObservedLanguageModel(model, metrics)
    loader = Loader(database, settings, chosen, language_model, observe=metrics.loaded)
    observed = None if read_again is None else ObservedReranker(read_again, metrics)
    retriever = Retriever(database, settings, chosen, observed, language_model)
    log = QuestionLog(database, settings, metrics.not_kept)
    return Application(settings, database, chosen, loader, retriever, metrics, log, language_model)


@contextmanager
def open_application(settings: Settings) -> Iterator[Application]:
    """Open the database (starting the embedded server when none is configured), wire, and close at the end."""
    database = open_database(settings)
    try:
        application = build(settings, database)
        try:
            yield application
        finally:
            application.question_log.flush()
    finally:
        database.close()
