"""Settings without the environment, the public data, and one quick way from bytes to chunks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.settings import Settings
from ingestion.chunk import Cutting, cut_document
from ingestion.parse import parse_bytes

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
Cut = Callable[..., Cutting]


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the public data folder ../shared/data is not here")
    return SHARED


@pytest.fixture(scope="session")
def cut(settings: Settings) -> Cut:
    """Return a function from text or bytes and a name (and changed settings) to how the file is cut."""

    def run(data: str | bytes, name: str = "云杉办法.md", **changed: object) -> Cutting:
        chosen = settings.model_copy(update=changed)
        raw = data.encode() if isinstance(data, str) else data
        return cut_document(parse_bytes(raw, source_name=name, settings=chosen), chosen)

    return run
