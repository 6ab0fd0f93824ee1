"""A chat completion that arrives in pieces, its end and its errors checked."""

import json
import sys
from collections.abc import Iterator
from time import monotonic
from types import SimpleNamespace
from typing import Any

from openai import OpenAIError

from core.embedding.remote import LANGUAGE_MODEL
from core.embedding.upstream import translated
from core.errors import UpstreamFailed
from core.llm.port import UnusableReply


def streamed(stream: Any, place: str, secret: str, end: float) -> Iterator[str]:
    """Yield the text of ``stream``, the client's open answer.

    Args:
        stream: What the client returned when asked for a stream.
        place: The service's address.
        secret: The key, left out of messages.
        end: When the time is over, as ``monotonic`` counts.

    Raises:
        UnusableReply: The text is cut off by its length, or withheld.
        UpstreamFailed: The time is over, or the stream ends before the model has said that it is done.
    """
    finish: str | None = None
    # The client's HTTP library is httpx or httpx2, as its version has it; errors of a broken stream come unwrapped.
    http: Any = sys.modules[type(stream.response).__module__.partition(".")[0]]
    try:
        for choice in _choices(stream):
            # Asked with every piece, thinking included: a model may go on for ever.
            if monotonic() > end:
                raise UpstreamFailed("the language model did not finish in time", place=place)
            finish = getattr(choice, "finish_reason", None) or finish
            if getattr(choice.delta, "refusal", None):
                raise UnusableReply("the language model refuses to answer", place=place)
            if text := getattr(choice.delta, "content", None):
                yield text
    except http.TimeoutException as error:
        raise UpstreamFailed("the language model did not finish in time", place=place) from error
    except (http.HTTPError, http.StreamError) as error:
        raise UpstreamFailed("the language model broke off its reply", place=place) from error
    except (OpenAIError, ValueError) as error:
        raise translated(error, place, secret, LANGUAGE_MODEL) from error
    _check_end(finish, place)


def _check_end(finish: str | None, place: str) -> None:
    if finish == "length":
        raise UnusableReply("the reply was cut off by its length", place=place, truncated=True)
    if finish == "content_filter":
        raise UnusableReply("the service withheld the reply", place=place)
    if finish is None:
        raise UpstreamFailed("the language model broke off its reply", place=place)


def _choices(stream: Any) -> Iterator[Any]:
    if "application/json" in stream.response.headers.get("content-type", ""):
        yield from _whole(json.loads(stream.response.read()))
        return
    for chunk in stream:
        yield from (choice for choice in getattr(chunk, "choices", None) or () if getattr(choice, "delta", None))


def _whole(reply: Any) -> Iterator[Any]:
    """Read the reply of a service that knows no streams and answers at once."""
    choices = reply.get("choices") if isinstance(reply, dict) else None
    for choice in choices if isinstance(choices, list) else ():
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            delta = SimpleNamespace(content=message.get("content"), refusal=message.get("refusal"))
            yield SimpleNamespace(delta=delta, finish_reason=choice.get("finish_reason") or "stop")
