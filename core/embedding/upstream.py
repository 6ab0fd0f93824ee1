"""Errors of an OpenAI-compatible service, read for the two questions that matter: again? and whose fault?"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError

from core.embedding.remote import EMBEDDING, Remote
from core.embedding.retry import Delay
from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed

_LONGEST_DETAIL = 200


def worth_retrying(error: Exception) -> Delay | None:
    """Return how long to wait before another try, or ``None`` when another try would fail the same way."""
    if isinstance(error, APIStatusError):
        retry = error.status_code in (408, 429) or error.status_code >= 500
        return Delay(_retry_after(error)) if retry else None
    return Delay() if isinstance(error, APIConnectionError) else None


def translated(error: Exception, place: str, secret: str = "", remote: Remote = EMBEDDING) -> DianmianError:
    """Return ``error`` as one of ours.

    Args:
        error: What the client raised; a ``ValueError`` is an answer that is not JSON.
        place: The service's address.
        secret: The key, which services are known to repeat in their messages; it is left out.
        remote: The kind of service.
    """
    if not isinstance(error, APIStatusError):
        advice = f"check {remote.url}, then try again"
        return UpstreamFailed(f"{remote.name} {_silence(error)}", place=place, advice=advice)
    status = error.status_code
    if status in (401, 403):
        advice = f"check {remote.key}"
        return ConfigurationError(f"{remote.name} refused the key ({status})", place=place, advice=advice)
    if status == 404:
        advice = f"check {remote.url} and {remote.model}"
        return ConfigurationError(f"{remote.name} has no such address or model (404)", place=place, advice=advice)
    if status == 429:
        seconds = _retry_after(error)
        advice = f"try again in {seconds:.0f} s" if seconds is not None else "try again later"
        return RateLimited(f"{remote.name} refuses more calls for now (429)", place=place, advice=advice)
    return UpstreamFailed(f"{remote.name} answered {status}: {_detail(error, secret)}", place=place)


def _silence(error: Exception) -> str:
    if isinstance(error, APITimeoutError):
        return "did not answer in time"
    return "could not be reached" if isinstance(error, APIConnectionError) else "sent an answer that cannot be read"


def _detail(error: APIError, secret: str) -> str:
    message = error.message.replace(secret, "…") if secret else error.message
    return " ".join(message.split())[:_LONGEST_DETAIL]


def _retry_after(error: APIStatusError) -> float | None:
    """Read the header in either of its two forms, seconds or a date."""
    value = error.response.headers.get("retry-after", "").strip()
    if value.replace(".", "", 1).isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
