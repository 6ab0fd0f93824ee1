"""Any endpoint that speaks OpenAI's ``/v1/embeddings``."""

from collections.abc import Sequence, Sized
from threading import Lock
from typing import Any

from core.embedding.batches import embed_in_batches, readable, unit_vectors
from core.embedding.port import OnBatch, Vectors
from core.embedding.remote import without_password
from core.embedding.reply import vectors_in_order
from core.embedding.retry import Retry
from core.embedding.space import Space
from core.errors import ConfigurationError
from core.settings import Settings

_PROBE = "维度"


class OpenAICompatibleEmbedder:
    """Sends text to a remote model. Prompts are empty unless settings give them: the wire carries plain text."""

    def __init__(self, settings: Settings, retry: Retry | None = None) -> None:
        if not settings.embedding_model:
            raise ConfigurationError(
                "a remote service needs a model name", place="DIANMIAN_EMBEDDING_MODEL", advice="for example bge-m3"
            )
        if not settings.embedding_base_url.startswith(("http://", "https://")):
            raise ConfigurationError(
                f"not the address of a service: {settings.embedding_base_url!r}",
                place="DIANMIAN_EMBEDDING_BASE_URL",
                advice="give it with http:// or https://, for example http://localhost:8000/v1",
            )
        self._settings = settings
        self._retry = retry or Retry()
        self._place = without_password(settings.embedding_base_url)
        self._lock = Lock()
        self._client: Any = None
        self._dimension = settings.embedding_dimension

    @property
    def space(self) -> Space:
        """The identity of the vectors; asks the service for their dimension once, unless settings give it."""
        settings = self._settings
        return Space(
            provider="openai",
            model=settings.embedding_model,
            revision=settings.embedding_revision,
            dimension=self._dimension or self._ask_dimension(),
            query_prompt=settings.embedding_query_prompt or "",
            passage_prompt=settings.embedding_passage_prompt or "",
        )

    def warm_up(self) -> None:
        """Embed one word, so that a wrong address, key, model or dimension shows now.

        Raises:
            ConfigurationError: The service refuses the key, does not know the model, or the dimension differs.
            UpstreamFailed: The service did not answer.
            RateLimited: The service refuses more calls for now.
        """
        found = self._ask_dimension()
        if found != self._dimension:
            raise ConfigurationError(
                f"the service gives vectors of {found} numbers, the settings expect {self._dimension}",
                place="DIANMIAN_EMBEDDING_DIMENSION",
                advice="unset it or correct it",
            )

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32, shape (d,)."""
        space = self.space
        raw = self._request([space.query_prompt + readable(text, "query")])
        vector: Vectors = unit_vectors(raw, 1, space.dimension, self._place)[0]
        return vector

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per passage, float32, shape (n, d)."""
        space = self.space

        def embed(batch: list[str]) -> Vectors:
            raw = self._request([space.passage_prompt + text for text in batch])
            return unit_vectors(raw, len(batch), space.dimension, self._place)

        return embed_in_batches(texts, self._settings.embedding_batch, space.dimension, embed, on_batch)

    def _ask_dimension(self) -> int:
        vector = self._request([_PROBE])[0]
        found = len(vector) if isinstance(vector, Sized) else 0
        unit_vectors([vector], 1, found, self._place)
        self._dimension = self._dimension or found
        return found

    def _request(self, texts: list[str]) -> list[object]:
        from openai import OpenAIError

        from core.embedding.upstream import translated, worth_retrying

        create = self._connected().embeddings.create
        model = self._settings.embedding_model

        def send() -> object:
            return create(model=model, input=texts, encoding_format="float")

        try:
            reply = self._retry.call(send, worth_retrying)
        except (OpenAIError, ValueError) as error:
            raise translated(error, self._place, self._settings.embedding_api_key) from error
        return vectors_in_order(reply, len(texts), self._place)

    def _connected(self) -> Any:
        with self._lock:
            if self._client is None:
                from openai import OpenAI

                self._client = OpenAI(
                    base_url=self._settings.embedding_base_url,
                    # The client refuses an empty key; services without keys ignore whatever is sent.
                    api_key=self._settings.embedding_api_key or "none",
                    timeout=self._settings.embedding_timeout,
                    max_retries=0,
                )
            return self._client
