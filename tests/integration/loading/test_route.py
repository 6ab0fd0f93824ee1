"""Who reads the files: the load's choice, the knowledge base's, the setting's."""

from typing import Any

import pytest

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from service.loading.route import reading_settings

PLAIN = KnowledgeBase(1, "甲")
REMOTE = KnowledgeBase(1, "甲", settings={"parser": "remote"})


@pytest.mark.parametrize(
    ("kb", "parser", "expected"),
    [(PLAIN, None, "local"), (PLAIN, "remote", "remote"), (REMOTE, None, "remote"), (REMOTE, "local", "local")],
)
def test_the_nearest_choice_wins(settings: Settings, kb: KnowledgeBase, parser: str | None, expected: str) -> None:
    assert reading_settings(settings, kb, parser).parser == expected


def test_an_unknown_parser_is_refused(settings: Settings) -> None:
    with pytest.raises(InvalidInput, match="no parser 'cloud'"):
        reading_settings(settings, PLAIN, "cloud")


def test_the_rest_of_the_settings_stays(settings: Any) -> None:
    changed = reading_settings(settings, REMOTE)
    assert changed.model_dump(exclude={"parser"}) == settings.model_dump(exclude={"parser"})
