"""Shared fixtures: settings, a reader that checks every span, and the optional folder of public data."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.document import Document
from core.settings import Settings
from ingestion.parse import parse_bytes

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.fixture(scope="session")
def check_spans() -> Callable[[Document], Document]:
    def check(document: Document) -> Document:
        previous = 0
        for block in document.blocks:
            span = block.span
            assert document.markdown[span.char_start : span.char_end] == block.text
            assert block.text.strip()
            assert span.char_start >= previous, "blocks must not overlap"
            previous = span.char_end
        return document

    return check


@pytest.fixture(scope="session")
def read(settings: Settings, check_spans: Callable[[Document], Document]) -> Callable[[str | bytes, str], Document]:
    """Return a function that parses text or bytes under a name and checks that every span slices back."""

    def parse(data: str | bytes, name: str) -> Document:
        raw = data.encode() if isinstance(data, str) else data
        return check_spans(parse_bytes(raw, source_name=name, settings=settings))

    return parse


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the public data folder ../shared/data is not here")
    return SHARED
