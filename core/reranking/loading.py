"""Where a CrossEncoder is loaded from: a folder, what was downloaded before, or the hub."""

from pathlib import Path
from typing import Any

from core.embedding.loading import ask_hub
from core.errors import ConfigurationError

_VARIABLE = "DIANMIAN_RERANK_MODEL"
_LONGEST_REASON = 300


def load(name: str) -> Any:
    """Return the CrossEncoder ``name``.

    Raises:
        ConfigurationError: There is no such model, or it gives more than one score.
    """
    try:
        model = _from_folder(name) if _is_path(name) else _from_hub(name)
        labels = int(model.num_labels)
    # Loading runs whatever a model brings together; there is no smaller set of errors to name.
    except Exception as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:_LONGEST_REASON]
        raise ConfigurationError(
            f"cannot load {name!r}: {reason}",
            place=_VARIABLE,
            advice="give the folder of a downloaded CrossEncoder, or a model name and a network that reaches its hub",
        ) from error
    if labels != 1:
        raise ConfigurationError(
            f"a reranker gives one score, {name!r} gives {labels}", place=_VARIABLE, advice="choose another model"
        )
    return model


def _is_path(name: str) -> bool:
    return Path(name).is_dir() or name.startswith((".", "/", "~")) or "\\" in name


def _from_folder(name: str) -> Any:
    from sentence_transformers import CrossEncoder

    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError("no such folder")
    return CrossEncoder(str(folder), local_files_only=True)


def _from_hub(name: str) -> Any:
    from huggingface_hub import try_to_load_from_cache
    from sentence_transformers import CrossEncoder

    if isinstance(try_to_load_from_cache(name, "config.json"), str):
        try:
            return CrossEncoder(name, local_files_only=True)
        except (OSError, ValueError):
            # Part of it was downloaded; the hub has the rest.
            pass
    ask_hub(name, None)
    return CrossEncoder(name)
