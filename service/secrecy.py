"""Secrets are struck out of what is logged, wherever they come from: an exception's words, an address, a header."""

import re
from collections.abc import Collection, MutableMapping
from typing import Any
from urllib.parse import unquote, urlsplit

from core.settings import Settings

STRUCK = "[struck]"
# Anything shorter would strike half of every text, and is no secret.
_SHORTEST = 4
_KEY = re.compile(r"dm_([0-9a-f]{12})_[A-Za-z0-9_-]+", re.ASCII)
_BEARER = re.compile(r"(?i)(bearer\s+)(?!realm=)[^\s\"',;]+")
_IN_ADDRESS = re.compile(r"(://[^\s/:@\"']*:)[^\s/@\"']+(?=@)")
_NAMED = re.compile(r"(?i)((?:password|passwd|secret|api[_-]?key)[\"']?\s*[=:]\s*[\"']?)[^\s\"',;&)]+")


def secrets_of(settings: Settings) -> frozenset[str]:
    """Return the secrets among the settings: those kept out of their ``repr``, and the passwords in addresses."""
    hidden = {str(getattr(settings, name)) for name, field in type(settings).model_fields.items() if not field.repr}
    passwords = {password for value in hidden for password in _passwords(value)}
    return frozenset(value for value in hidden | passwords if len(value) >= _SHORTEST)


def struck(text: str, secrets: Collection[str]) -> str:
    """Return ``text`` without any of ``secrets``, and without what looks like a key or a password."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, STRUCK)
    text = _KEY.sub(rf"dm_\1_{STRUCK}", text)
    for pattern in (_BEARER, _IN_ADDRESS, _NAMED):
        text = pattern.sub(rf"\1{STRUCK}", text)
    return text


class Striking:
    """Takes secrets out of every event; stands behind whatever turns an exception into text."""

    def __init__(self, secrets: Collection[str]) -> None:
        self._secrets = secrets

    def __call__(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Return ``event`` without secrets."""
        for name, value in event.items():
            event[name] = self._clean(value)
        return event

    def _clean(self, value: Any) -> Any:
        if isinstance(value, str):
            return struck(value, self._secrets)
        if isinstance(value, list | tuple):
            return [self._clean(each) for each in value]
        if isinstance(value, dict):
            return {name: self._clean(each) for name, each in value.items()}
        # What is no text yet becomes it here, for then it can be looked at.
        return value if isinstance(value, int | float | None) else struck(str(value), self._secrets)


def _passwords(value: str) -> set[str]:
    try:
        found = urlsplit(value).password or ""
    except ValueError:
        return set()
    return {found, unquote(found)}
