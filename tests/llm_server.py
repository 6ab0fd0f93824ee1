"""A scripted language model for tests: real HTTP on loopback, replies one after the other, the last one again and again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.embedding.retry import Retry
from core.llm.openai_compatible import OpenAICompatibleModel
from core.settings import Settings, load_settings
from evals.scripted_model import Mind, Reply, Request, ScriptedModel, scripted_model

Serve = Callable[..., ScriptedModel]
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


def in_turn(*replies: Reply | str) -> Mind:
    """Return a mind that gives these replies in order."""
    left = [Reply(reply) if isinstance(reply, str) else reply for reply in replies]

    def mind(_request: Request) -> Reply:
        return left.pop(0) if len(left) > 1 else left[0]

    return mind


def settings_for(server: ScriptedModel, **changes: Any) -> Settings:
    """Return settings that name ``server``."""
    values = {"llm_url": server.url, "llm_model": "scripted", "llm_key": "sk-secret", **changes}
    return load_settings(_env_file=None, **values)


def model_for(server: ScriptedModel, waits: list[float] | None = None, **changes: Any) -> OpenAICompatibleModel:
    """Return the adapter for ``server``; it notes in ``waits`` how long it would wait instead of waiting."""
    noted: list[float] = [] if waits is None else waits
    return OpenAICompatibleModel(settings_for(server, **changes), Retry(attempts=3, sleep=noted.append))


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def serve(no_proxy: None) -> Iterator[Serve]:
    """Start scripted models: ``serve(mind)`` or ``serve(reply, reply, …)``."""
    running = []

    def start(*replies: Any) -> ScriptedModel:
        mind = replies[0] if len(replies) == 1 and callable(replies[0]) else in_turn(*replies)
        context = scripted_model(mind)
        server = context.__enter__()
        running.append(context)
        return server

    yield start
    for context in running:
        context.__exit__(None, None, None)
