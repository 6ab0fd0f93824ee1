"""How to ask a search service by HTTP, as a configuration describes it."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from core.errors import ConfigurationError
from evals.external.template import check_template

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_METHODS = ("GET", "POST", "PUT")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One service.

    Attributes:
        url: Its address, http or https.
        hits: Dotted path to the list of hits; empty when the answer is that list.
        text: Dotted path inside a hit to its text; ``document`` to its document's name, ``score`` to its score, which
            may be left out.
        body: JSON that is sent, with ``{question}`` and ``{limit}`` as whole values; ``params`` go into the address.
        headers: Sent as they are; ``${NAME}`` is the environment variable of that name.
        timeout: Seconds for one try.
        retries: Further tries when the service is away or busy.
    """

    url: str
    hits: str
    text: str
    document: str
    score: str = ""
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    timeout: float = 30.0
    retries: int = 2

    def check(self, place: str) -> None:
        """Refuse a description that cannot work.

        Raises:
            ConfigurationError: The message names the field.
        """
        if not _is_address(self.url):
            raise ConfigurationError(
                f"not the address of a service: {self.url!r}", place=f"{place}.url", advice="http:// or https://"
            )
        if self.method not in _METHODS:
            raise ConfigurationError(
                f"unknown method {self.method!r}", place=f"{place}.method", advice=" or ".join(_METHODS)
            )
        if self.timeout <= 0 or not 0 <= self.retries <= 10:
            message = "timeout is over 0 seconds, retries are 0 to 10"
            raise ConfigurationError(message, place=place, advice="leave them out to have 30 and 2")
        if self.method == "GET" and self.body is not None:
            raise ConfigurationError("GET has no body", place=f"{place}.body", advice="use params")
        sent = {"params": dict(self.params), "body": self.body}
        check_template({name: value for name, value in sent.items() if value}, place)

    def filled_headers(self, place: str) -> dict[str, str]:
        """Return the headers with the variables of the environment in them.

        Raises:
            ConfigurationError: A variable is not set; the message names it and the header, never a value.
        """

        def value_of(match: re.Match[str], header: str) -> str:
            value = os.environ.get(match[1])
            if value is None:
                raise ConfigurationError(
                    f"the environment has no variable {match[1]}", place=f"{place}.headers.{header}", advice="set it"
                )
            return value

        return {
            name: _VARIABLE.sub(lambda match, header=name: value_of(match, header), text)  # type: ignore[misc]
            for name, text in self.headers.items()
        }


def _is_address(url: str) -> bool:
    try:
        return httpx.URL(url).scheme in ("http", "https") and bool(httpx.URL(url).host)
    except (httpx.InvalidURL, TypeError):
        return False
