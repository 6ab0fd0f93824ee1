"""Where a sentence-transformers model is loaded from: a folder, what was downloaded before, or the hub."""

from pathlib import Path
from typing import Any

_HUB_SECONDS = 10.0


def from_folder(name: str) -> Any:
    """Return the model in folder ``name``.

    Raises:
        FileNotFoundError: There is no such folder.
    """
    from sentence_transformers import SentenceTransformer

    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError("no such folder")
    return SentenceTransformer(str(folder))


def from_hub(name: str, revision: str | None) -> Any:
    """Return the model ``name``, from the disk when it was downloaded before, else from the hub."""
    from sentence_transformers import SentenceTransformer

    if _was_downloaded(name, revision):
        try:
            return SentenceTransformer(name, revision=revision, local_files_only=True)
        except (OSError, ValueError):
            # Part of it was downloaded; the hub has the rest.
            pass
    ask_hub(name, revision)
    return SentenceTransformer(name, revision=revision)


def downloaded_commit(name: str, revision: str | None) -> str:
    """Return the commit of the downloaded model ``name``, empty when it has not been downloaded."""
    from huggingface_hub import try_to_load_from_cache

    for file in ("modules.json", "config.json"):
        found = try_to_load_from_cache(name, file, revision=revision)
        if isinstance(found, str):
            return Path(found).parent.name
    return ""


def _was_downloaded(name: str, revision: str | None) -> bool:
    """Without its list of modules, files on the disk would be put together with a pooling the model may not have."""
    from huggingface_hub import try_to_load_from_cache

    return isinstance(try_to_load_from_cache(name, "modules.json", revision=revision), str)


def ask_hub(name: str, revision: str | None) -> None:
    """Ask the hub one question before loading, which asks for a dozen files and retries each for half a minute."""
    from huggingface_hub import HfApi
    from huggingface_hub.constants import HF_HUB_OFFLINE

    if not HF_HUB_OFFLINE:
        HfApi().model_info(name, revision=revision, timeout=_HUB_SECONDS)
