"""Word files that come as bytes instead of from disk."""

import tempfile
from pathlib import Path

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from service.names import import_names
from service.uploads import clean_name
from store.session import Session
from synonyms.name_set import NameSet


def import_bytes(
    session: Session, kb: KnowledgeBase, content: bytes, name: str, *, synonyms_alone: bool, replacing: bool
) -> NameSet:
    """Read an uploaded vocabulary, or with ``synonyms_alone`` a synonym map; errors call it by its ``name``.

    Raises:
        InvalidInput: The file is bad; the message names line or entry.
        Conflict: The words contradict what is there.
    """
    ending = ".csv" if name.lower().endswith(".csv") else ".yaml"
    with tempfile.TemporaryDirectory() as folder:
        # Nothing of the sender's name reaches the disk.
        path = Path(folder) / f"words{ending}"
        path.write_bytes(content)
        try:
            if synonyms_alone:
                return import_names(session, kb, None, path, replacing=replacing)
            return import_names(session, kb, path, None, replacing=replacing)
        except InvalidInput as error:
            error.place = error.place.replace(str(path), path.name).replace(path.name, clean_name(name))
            raise
