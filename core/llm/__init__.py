"""Language models: any OpenAI-compatible endpoint by setting; without one the program works on rules alone."""

from core.llm.form import Entry, Form
from core.llm.port import LanguageModel, Prompt, UnusableReply
from core.llm.usage import Meter, Usage, cost_of, estimated_tokens
from core.settings import Settings

__all__ = [
    "Entry",
    "Form",
    "LanguageModel",
    "Meter",
    "Prompt",
    "UnusableReply",
    "Usage",
    "cost_of",
    "create_language_model",
    "estimated_tokens",
]


def create_language_model(settings: Settings) -> LanguageModel | None:
    """Return the language model that ``settings`` name, ``None`` when they name none. Nothing is asked of it yet.

    Raises:
        ConfigurationError: The address is none, or the model's name is missing.
    """
    if not settings.llm_url:
        return None
    from core.llm.openai_compatible import OpenAICompatibleModel

    return OpenAICompatibleModel(settings)
