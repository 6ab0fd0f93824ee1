"""Errors of a remote reranker, read for the two questions that matter: again? and whose fault?"""

import httpx

from core.embedding.retry import Delay
from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed

_LONGEST_DETAIL = 200
_BUSY = (408, 429)


def worth_retrying(error: Exception, seconds_left: float) -> Delay | None:
    """Return how long to wait before another try, ``None`` when it would fail the same way or come too late."""
    if isinstance(error, httpx.HTTPStatusError):
        status = error.response.status_code
        if status not in _BUSY and status < 500:
            return None
        delay = Delay(_retry_after(error.response))
    elif isinstance(error, httpx.TransportError) and not isinstance(error, httpx.TimeoutException):
        delay = Delay()
    else:
        return None
    return delay if (delay.seconds or 0.0) < seconds_left else None


def translated(error: Exception, place: str, secret: str = "") -> DianmianError:
    """Return ``error`` as one of ours.

    Args:
        error: What the client raised; a ``ValueError`` is an answer that is not JSON.
        place: The service's address.
        secret: The key, which services are known to repeat in their messages; it is left out.
    """
    if not isinstance(error, httpx.HTTPStatusError):
        advice = "check DIANMIAN_RERANK_URL, then try again"
        return UpstreamFailed(f"the reranker {_silence(error)}", place=place, advice=advice)
    status = error.response.status_code
    if status in (401, 403):
        advice = "check DIANMIAN_RERANK_KEY"
        return ConfigurationError(f"the reranker refused the key ({status})", place=place, advice=advice)
    if status == 404:
        advice = "check DIANMIAN_RERANK_URL and DIANMIAN_RERANK_MODEL"
        return ConfigurationError("the reranker has no such address or model (404)", place=place, advice=advice)
    if status == 429:
        return RateLimited("the reranker refuses more calls for now (429)", place=place, advice="try again later")
    return UpstreamFailed(
        f"the reranker answered {status}: {_detail(error.response, secret)}".rstrip(": "), place=place
    )


def _silence(error: Exception) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "did not answer in time"
    return "could not be reached" if isinstance(error, httpx.TransportError) else "sent an answer that cannot be read"


def _detail(response: httpx.Response, secret: str) -> str:
    text = response.text.replace(secret, "…") if secret else response.text
    return " ".join(text.split())[:_LONGEST_DETAIL]


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after", "").strip()
    return float(value) if value.replace(".", "", 1).isdigit() else None
