"""A document read too badly is held for review or refused, and says why."""

from dataclasses import replace

import pytest

from core.document import Document, Health
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.health import judged
from ingestion.parse import parse_bytes

GARBLED = "# 云杉卡\n\n年费为\ufffd\ufffd\ue000\ufffd\ufffd\ufffd元，自开卡之日起缴纳。\n\n(cid:12)(cid:13)"


def with_health(settings: Settings, health: Health) -> Document:
    document = parse_bytes(
        "# 云杉卡\n\n年费为200元，自开卡之日起缴纳。".encode(), source_name="卡.md", settings=settings
    )
    return replace(document, health=health)


@pytest.mark.parametrize(
    ("health", "reason"),
    [
        (Health(pages=10, pages_read=0.4), "40% of the pages were read, at least 50% must"),
        (Health(garbled=0.25), "25.0% of the characters are garbled, at most 10.0% may"),
        (Health(ocr_confidence=0.6), "the confidence of OCR is 0.60, at least 0.75 is needed"),
    ],
)
def test_each_threshold_holds_or_refuses(settings: Settings, health: Health, reason: str) -> None:
    document = with_health(settings, health)
    held = judged(document, settings)
    assert held.health.faults == (reason,)
    assert reason in held.warnings[-1]
    assert all(block.needs_review for block in held.blocks)
    assert all(chunk.needs_review for chunk in chunk_document(held, settings))
    with pytest.raises(UnreadableFile, match="read too badly") as caught:
        judged(document, settings.model_copy(update={"health_action": "refuse"}))
    assert reason in caught.value.message
    assert caught.value.place == "卡.md"


@pytest.mark.parametrize("health", [Health(), Health(pages_read=0.5, garbled=0.1, ocr_confidence=0.75)])
def test_at_the_threshold_is_good_enough(settings: Settings, health: Health) -> None:
    document = with_health(settings, health)
    assert judged(document, settings) is document


def test_thresholds_are_settings(settings: Settings) -> None:
    strict = settings.model_copy(update={"health_pages_read": 1.0})
    assert judged(with_health(settings, Health(pages_read=0.99)), strict).health.faults
    lax = settings.model_copy(update={"health_garbled": 1.0})
    assert not parse_bytes(GARBLED.encode(), source_name="乱.md", settings=lax).health.faults


def test_a_garbled_file_is_held_when_it_is_read(settings: Settings) -> None:
    document = parse_bytes(GARBLED.encode(), source_name="乱.md", settings=settings)
    assert "garbled" in document.health.faults[0]
    assert any("held for review" in warning for warning in document.warnings)
    with pytest.raises(UnreadableFile, match="garbled"):
        parse_bytes(
            GARBLED.encode(), source_name="乱.md", settings=settings.model_copy(update={"health_action": "refuse"})
        )
