"""A knowledge base's own settings of search: read, checked, put in place of the common ones."""

from typing import Any

import pytest

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from retrieval.tuning import checked, tuned_of, with_tuned

COMMON = Settings(_env_file=None)  # type: ignore[call-arg]


def test_own_settings_replace_the_common_ones() -> None:
    kb = KnowledgeBase(
        1, "shop", settings={"search": {"weight_keyword": 0.4, "refusal_threshold": 0}, "parser": "local"}
    )
    own = with_tuned(COMMON, tuned_of(kb))
    assert (own.weight_keyword, own.refusal_threshold) == (0.4, 0.0)
    assert own.weight_vector == COMMON.weight_vector
    assert COMMON.refusal_threshold != 0.0


def test_one_without_own_settings_has_the_common_ones() -> None:
    assert tuned_of(KnowledgeBase(1, "shop", settings={"parser": "local"})) == {}
    assert with_tuned(COMMON, {}) is COMMON


@pytest.mark.parametrize(
    "stored",
    [
        {"weight_vector": "0.3"}, {"weight_vector": True}, {"weight_vector": -0.1}, {"context_share": 1.5},
        {"weight_vector": float("nan")}, {"database_url": 0.5},
        {"weight_structured": 0, "weight_vector": 0, "weight_keyword": 0},
    ],
)  # fmt: skip
def test_what_is_no_setting_is_refused_by_name(stored: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked(stored, place="shop")
    assert caught.value.place == "shop"


def test_what_is_stored_must_be_settings() -> None:
    with pytest.raises(InvalidInput):
        tuned_of(KnowledgeBase(1, "shop", settings={"search": [1]}))
