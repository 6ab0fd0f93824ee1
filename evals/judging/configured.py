"""The judge that the settings name."""

from core.errors import ConfigurationError
from evals.judging.judge import Judge, Tick
from service.wiring import Application


def configured_judge(application: Application, tick: Tick | None = None) -> Judge:
    """Return a judge over the language model that is set.

    Raises:
        ConfigurationError: None is set.
    """
    if application.language_model is None:
        raise ConfigurationError(
            "评判需要语言模型 / judging needs a language model, and none is set",
            place="DIANMIAN_LLM_URL",
            advice="set DIANMIAN_LLM_URL and DIANMIAN_LLM_MODEL, or leave --judge out",
        )
    return Judge(application.language_model, application.settings.llm_concurrency, tick)
