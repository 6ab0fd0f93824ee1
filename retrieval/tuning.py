"""The settings of search that one knowledge base may have of its own, fitted on questions to it."""

from collections.abc import Mapping

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.settings import Settings

KB_SETTING = "search"
WEIGHTS = ("weight_structured", "weight_vector", "weight_keyword")
TUNABLE = (*WEIGHTS, "refusal_threshold", "context_share")
_ADVICE = "fit them again with dianmian tune, or remove them with dianmian tune --reset"


def tuned_of(kb: KnowledgeBase) -> dict[str, float]:
    """Return the settings of search that ``kb`` has of its own, none when it was never tuned.

    Raises:
        InvalidInput: What is stored is no setting of search.
    """
    stored = kb.settings.get(KB_SETTING) or {}
    if not isinstance(stored, Mapping):
        raise InvalidInput("these settings of search are not readable", place=kb.name, advice=_ADVICE)
    return checked(stored, place=kb.name)


def checked(values: Mapping[str, object], *, place: str) -> dict[str, float]:
    """Return ``values`` as numbers.

    Raises:
        InvalidInput: A name is not tunable, a value is no number from 0 to 1, or all weights are 0.
    """
    found: dict[str, float] = {}
    for name, value in values.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if name not in TUNABLE or not number or not 0 <= float(str(value)) <= 1:
            raise InvalidInput(f"{name} = {value!r} is no setting of search from 0 to 1", place=place, advice=_ADVICE)
        found[name] = float(str(value))
    if all(name in found for name in WEIGHTS) and not any(found[name] for name in WEIGHTS):
        raise InvalidInput("all weights of fusion are 0", place=place, advice=_ADVICE)
    return found


def with_tuned(settings: Settings, tuned: Mapping[str, float]) -> Settings:
    """Return ``settings`` with a knowledge base's own in place of the common ones."""
    return settings.model_copy(update=dict(tuned)) if tuned else settings
