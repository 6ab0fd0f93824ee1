"""Any sentence-transformers model, by name or from a folder."""

from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from typing import Any

from core.embedding.batches import embed_in_batches, readable, unit_vectors
from core.embedding.folder import folder_revision
from core.embedding.loading import downloaded_commit, from_folder, from_hub
from core.embedding.port import OnBatch, Vectors
from core.embedding.space import Space
from core.errors import ConfigurationError, UpstreamFailed
from core.settings import Settings

_MODEL_VARIABLE = "DIANMIAN_EMBEDDING_MODEL"


class SentenceTransformersEmbedder:
    """Runs a model in this process. Prompts are the model's own unless settings say otherwise."""

    def __init__(self, settings: Settings) -> None:
        if not settings.embedding_model:
            raise ConfigurationError(
                "sentence-transformers needs a model", place=_MODEL_VARIABLE, advice="give a model name or a folder"
            )
        self._settings = settings
        self._model: Any = None
        self._space: Space | None = None
        # Tokenizers keep padding state between calls and fail when two threads use one at once.
        self._lock = RLock()

    @property
    def space(self) -> Space:
        """The identity of the vectors; loads the model the first time."""
        return self._loaded()[1]

    def warm_up(self) -> None:
        """Load the model.

        Raises:
            ConfigurationError: There is no such model, or it has another dimension than the settings say.
        """
        self._loaded()

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32, shape (d,)."""
        vector: Vectors = self._embed([readable(text, "query")], is_query=True)[0]
        return vector

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per passage, float32, shape (n, d)."""
        batch, dimension = self._settings.embedding_batch, self.space.dimension
        return embed_in_batches(texts, batch, dimension, self._embed, on_batch)

    def _embed(self, texts: list[str], *, is_query: bool = False) -> Vectors:
        with self._lock:
            model, space = self._loaded()
            encode = model.encode_query if is_query else model.encode_document
            prompt = space.query_prompt if is_query else space.passage_prompt
            try:
                raw = encode(texts, prompt=prompt, batch_size=len(texts), show_progress_bar=False)
            except (RuntimeError, MemoryError) as error:
                raise UpstreamFailed(f"the model failed: {_first_line(error)}", place=space.model) from error
        return unit_vectors(raw, len(texts), space.dimension, space.model)

    def _loaded(self) -> tuple[Any, Space]:
        with self._lock:
            if self._space is None:
                self._model = _load(self._settings)
                self._space = _space_of(self._model, self._settings)
            return self._model, self._space


def _load(settings: Settings) -> Any:
    name, revision = settings.embedding_model, settings.embedding_revision or None
    try:
        return from_folder(name) if _is_path(name) else from_hub(name, revision)
    # Loading runs whatever a model brings together; there is no smaller set of errors to name.
    except Exception as error:
        raise ConfigurationError(
            f"cannot load {name!r}: {_first_line(error)}",
            place=_MODEL_VARIABLE,
            advice="give the folder of a downloaded model, or a model name and a network that reaches its hub; "
            "HF_HUB_OFFLINE=1 uses only what was downloaded before",
        ) from error


def _is_path(name: str) -> bool:
    return Path(name).is_dir() or name.startswith((".", "/", "~")) or "\\" in name


def _space_of(model: Any, settings: Settings) -> Space:
    dimension = int(model.get_embedding_dimension())
    if settings.embedding_dimension not in (0, dimension):
        raise ConfigurationError(
            f"the model gives vectors of {dimension} numbers, the settings expect {settings.embedding_dimension}",
            place="DIANMIAN_EMBEDDING_DIMENSION",
            advice="unset it or correct it",
        )
    prompts: dict[str, str] = model.prompts
    query, passage = settings.embedding_query_prompt, settings.embedding_passage_prompt
    name, revision = _identity(settings)
    return Space(
        provider="sentence-transformers",
        model=name,
        revision=revision,
        dimension=dimension,
        query_prompt=prompts.get("query", "") if query is None else query,
        passage_prompt=(prompts.get("document") or prompts.get("passage", "")) if passage is None else passage,
    )


def _identity(settings: Settings) -> tuple[str, str]:
    """A folder goes by its own name and content, so that two machines may keep it in different places."""
    name, named = settings.embedding_model, settings.embedding_revision
    if _is_path(name):
        folder = Path(name).expanduser().resolve()
        return folder.name, named or folder_revision(folder)
    return name, named or downloaded_commit(name, None)


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:300]
