"""Rerankers: a question and a passage read together. Any CrossEncoder or remote ``/rerank`` by setting."""

from core.reranking.port import Reranker, Scores
from core.settings import Settings

__all__ = ["Reranker", "Scores", "create_reranker"]


def create_reranker(settings: Settings) -> Reranker | None:
    """Return the reranker that ``settings`` name, ``None`` when they name none. Nothing is loaded or asked yet.

    Raises:
        ConfigurationError: The settings leave out what the provider needs.
    """
    match settings.rerank_provider:
        case "none":
            return None
        case "cross_encoder":
            from core.reranking.cross_encoder import CrossEncoderReranker

            return CrossEncoderReranker(settings)
        case "remote":
            from core.reranking.remote import RemoteReranker

            return RemoteReranker(settings)
