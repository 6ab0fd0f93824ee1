"""A search service that is asked by HTTP."""

import json
from typing import Any

import httpx

from core.embedding.remote import without_password
from core.embedding.retry import Delay, Retry
from core.errors import UpstreamFailed
from evals.external.endpoint import Endpoint
from evals.external.fields import at_path, number_at, text_at
from evals.external.system import Hit
from evals.external.template import filled

_LARGEST_REPLY = 32_000_000
_BUSY = (408, 429)
_LONGEST_DETAIL = 200


class HttpSystem:
    """Asks one service, one request a question.

    Args:
        endpoint: How to ask it.
        name: How it is called in tables.
        place: Where its description stands, for messages.
        retry: How patient to be; by default as the endpoint says.

    Raises:
        ConfigurationError: The description cannot work, or a variable of its headers is not set.
    """

    def __init__(self, endpoint: Endpoint, name: str, place: str = "http", retry: Retry | None = None) -> None:
        endpoint.check(place)
        self.name = name
        self._endpoint = endpoint
        self._url = without_password(endpoint.url)
        self._retry = retry or Retry(attempts=endpoint.retries + 1)
        self._client = httpx.Client(headers=endpoint.filled_headers(place), timeout=endpoint.timeout)

    def search(self, question: str, limit: int) -> tuple[Hit, ...]:
        """Return the first ``limit`` hits.

        Raises:
            UpstreamFailed: The service was away, refused, or answered otherwise than its description says.
        """
        try:
            reply = self._retry.call(lambda: self._once(question, limit), _worth_retrying)
        except httpx.HTTPStatusError as error:
            raise UpstreamFailed(
                _refusal(error.response), place=self._url, advice="check url, headers, body"
            ) from error
        except httpx.TimeoutException as error:
            message = f"no answer within {self._endpoint.timeout:g} s"
            raise UpstreamFailed(message, place=self._url, advice="raise timeout") from error
        except httpx.HTTPError as error:
            raise UpstreamFailed("it could not be reached", place=self._url, advice="check url, start it") from error
        return self._hits(reply, limit)

    def _once(self, question: str, limit: int) -> Any:
        described = self._endpoint
        sent: dict[str, Any] = {"params": filled(dict(described.params), question, limit) or None}
        if described.body is not None:
            sent["json"] = filled(described.body, question, limit)
        response = self._client.request(described.method, described.url, **sent)
        # A redirect is not followed: it would take the headers, and the key in them, elsewhere.
        response.raise_for_status()
        if len(response.content) > _LARGEST_REPLY:
            raise UpstreamFailed("the answer is too large", place=self._url, advice="ask it for fewer hits")
        try:
            return json.loads(response.content)
        except (ValueError, RecursionError) as error:
            raise UpstreamFailed("the answer is not JSON", place=self._url, advice="check url and method") from error

    def _hits(self, reply: Any, limit: int) -> tuple[Hit, ...]:
        listed = at_path(reply, self._endpoint.hits, self._url)
        if not isinstance(listed, list):
            place = f"{self._url}: {self._endpoint.hits}"
            raise UpstreamFailed("expected a list of hits", place=place, advice="check hits in the configuration")
        return tuple(self._hit(item, f"{self._url}, hit {at}") for at, item in enumerate(listed[:limit], start=1))

    def _hit(self, item: Any, place: str) -> Hit:
        described = self._endpoint
        score = number_at(item, described.score, place) if described.score else 0.0
        return Hit(text_at(item, described.text, place), text_at(item, described.document, place), score)


def _worth_retrying(error: Exception) -> Delay | None:
    if isinstance(error, httpx.HTTPStatusError):
        status = error.response.status_code
        return Delay() if status in _BUSY or status >= 500 else None
    return Delay() if isinstance(error, httpx.TransportError) else None


def _refusal(response: httpx.Response) -> str:
    detail = " ".join(response.text.split())[:_LONGEST_DETAIL]
    return f"it answered {response.status_code}: {detail}".rstrip(": ")
