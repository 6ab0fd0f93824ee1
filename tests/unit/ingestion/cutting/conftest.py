"""One quick way from text to chunks."""

from collections.abc import Callable

import pytest

from core.settings import Settings
from ingestion.chunk import Cutting, cut_document
from ingestion.parse import parse_bytes

Cut = Callable[..., Cutting]


@pytest.fixture(scope="session")
def cut(settings: Settings) -> Cut:
    """Return a function from text, a name and changed settings to how the text is cut."""

    def run(text: str, name: str = "云杉办法.md", **changed: object) -> Cutting:
        chosen = settings.model_copy(update=changed)
        return cut_document(parse_bytes(text.encode(), source_name=name, settings=chosen), chosen)

    return run
