"""Any remote ``/rerank`` endpoint: Jina, Cohere and what follows them, and Text Embeddings Inference."""

import json
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx

from core.embedding.remote import without_password
from core.embedding.retry import Retry
from core.errors import ConfigurationError, UpstreamFailed
from core.reranking.failures import translated, worth_retrying
from core.reranking.port import Scores
from core.reranking.reply import scores_in_order
from core.reranking.scale import to_probabilities
from core.settings import Settings

_LARGEST_REPLY = 8_000_000
_REFUSED_FORM = (400, 422)
_FORMS = ("documents", "texts")


class RemoteReranker:
    """Sends the question and all passages in one request.

    Passages are called ``documents``; where the service refuses that they are called ``texts``, and it is remembered.

    Args:
        settings: Name address, key and model, and the seconds that all tries together may take.
        retry: How patient to be inside that time.
        clock: Seconds that only grow.
    """

    def __init__(self, settings: Settings, retry: Retry | None = None, clock: Callable[[], float] = monotonic) -> None:
        if not _is_address(settings.rerank_url):
            raise ConfigurationError(
                f"not the address of a service: {settings.rerank_url!r}",
                place="DIANMIAN_RERANK_URL",
                advice="give it with http:// or https://, for example http://localhost:8080/rerank",
            )
        self._settings = settings
        self._retry = retry or Retry(attempts=3)
        self._clock = clock
        self._url = _endpoint(settings.rerank_url)
        self._place = without_password(settings.rerank_url)
        self._form = _FORMS[0]
        self._lock = Lock()
        self._client: httpx.Client | None = None

    @property
    def name(self) -> str:
        """The model's name, or the address when settings name no model."""
        return self._settings.rerank_model or self._place

    def warm_up(self) -> None:
        """Need nothing: nothing is loaded, and a service that is away now may be back for the first question."""

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Score all passages. See ``Reranker.score``."""
        if not passages:
            return Scores(())
        end = self._clock() + self._settings.rerank_timeout
        raw = scores_in_order(self._ask(question, passages, end), len(passages), self._place)
        left = sum(value is None for value in raw)
        return Scores(
            to_probabilities(raw), f"{left} of {len(passages)} passages left out by the service" if left else ""
        )

    def _ask(self, question: str, passages: Sequence[str], end: float) -> object:
        """Return the reply as JSON, sent again under the other name when the service refuses this one."""
        form = self._form
        try:
            return self._request(self._body(question, passages, form), end)
        except httpx.HTTPStatusError as error:
            if error.response.status_code not in _REFUSED_FORM or form != _FORMS[0]:
                raise self._known(error) from error
            refusal = error
        except (httpx.HTTPError, ValueError) as error:
            raise self._known(error) from error
        try:
            reply = self._request(self._body(question, passages, _FORMS[1]), end)
        except (httpx.HTTPError, ValueError) as error:
            # Refused under both names, the first answer says more about why.
            refused_again = isinstance(error, httpx.HTTPStatusError) and error.response.status_code in _REFUSED_FORM
            raise self._known(refusal if refused_again else error) from error
        self._form = _FORMS[1]
        return reply

    def _request(self, body: dict[str, Any], end: float) -> object:
        def once() -> object:
            left = end - self._clock()
            if left <= 0:
                raise httpx.ReadTimeout("the time is over")
            with self._connected().stream("POST", self._url, json=body, timeout=left) as response:
                whole = self._whole(response, end)
            whole.raise_for_status()
            return _decoded(whole.content)

        return self._retry.call(once, lambda error: worth_retrying(error, end - self._clock()))

    def _whole(self, response: httpx.Response, end: float) -> httpx.Response:
        """Read the body; a service that sends a byte now and then would never run into a timeout of its own."""
        content = b""
        for piece in response.iter_bytes():
            content += piece
            if len(content) > _LARGEST_REPLY:
                raise UpstreamFailed("the reranker sent an answer that is too large", place=self._place)
            if self._clock() > end:
                raise httpx.ReadTimeout("the time is over")
        wait = {"retry-after": response.headers.get("retry-after", "")}
        return httpx.Response(response.status_code, headers=wait, content=content, request=response.request)

    def _body(self, question: str, passages: Sequence[str], form: str) -> dict[str, Any]:
        body: dict[str, Any] = {"query": question, form: list(passages)}
        if form == "documents":
            body |= {"top_n": len(passages), "return_documents": False}
        else:
            body |= {"truncate": True}
        return {"model": self._settings.rerank_model, **body} if self._settings.rerank_model else body

    def _known(self, error: Exception) -> Exception:
        return translated(error, self._place, self._settings.rerank_key)

    def _connected(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                key = self._settings.rerank_key
                self._client = httpx.Client(headers={"Authorization": f"Bearer {key}"} if key else {})
            return self._client


def _decoded(content: bytes) -> object:
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _is_address(url: str) -> bool:
    try:
        return httpx.URL(url).scheme in ("http", "https") and bool(httpx.URL(url).host)
    except (httpx.InvalidURL, TypeError):
        return False


def _endpoint(url: str) -> str:
    """Return the address of the route: settings may give it whole, or only what stands before ``/rerank``."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    return parts._replace(path=path if path.endswith("rerank") else f"{path}/rerank").geturl()
