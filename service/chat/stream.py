"""A chat completion piece by piece."""

from collections.abc import Iterator
from typing import Any

import msgspec
import structlog

from core.answer import Answer
from core.errors import DianmianError
from retrieval.events import Done, Event, Token
from service.chat.completion import Frame, annotations, metadata
from service.chat.failure import failure_of

_END = "[DONE]"
# Pieces are sent before they can be checked: what turns out otherwise cannot be taken back, only said.
_CORRECTION = "\n\n以上文字核对后有改动，请以下文为准。 The text above was changed when it was checked; this holds:\n\n"
_log = structlog.get_logger("dianmian.http")


def pieces(events: Iterator[Event], frame: Frame, *, usage: bool) -> Iterator[str]:
    """Yield the data of one server-sent event after the other; a failure is told as one, and ends them."""
    said = ""
    try:
        yield _piece(frame, {"role": "assistant", "content": ""})
        for event in events:
            if isinstance(event, Token) and event.text:
                said += event.text
                yield _piece(frame, {"content": event.text})
            elif isinstance(event, Done):
                yield from _last(frame, event.answer, said, usage=usage)
                yield _END
    # The status is long sent: a failure now can only be told as an event.
    except Exception as error:
        _log.error("failed while streaming", exc_info=error)
        known = error if isinstance(error, DianmianError) else DianmianError("something went wrong")
        yield _json({"error": failure_of(known)})


def _last(frame: Frame, answer: Answer, said: str, *, usage: bool) -> Iterator[str]:
    before, rest = _rest(answer.text, said)
    content = said + before + rest + frame.ending(answer)
    if content != said:
        yield _piece(frame, {"content": content[len(said) :]})
    offset = len(said) + len(before) if before else 0
    delta = {"annotations": annotations(answer, frame, offset)}
    yield _piece(frame, delta, finish="stop", dianmian=metadata(answer))
    if usage:
        yield _json(_head(frame) | {"choices": [], "usage": frame.usage(content)})


def _rest(text: str, said: str) -> tuple[str, str]:
    """Return what is still to be said of ``text``: words of our own, and the text itself."""
    if text.startswith(said):
        return "", text[len(said) :]
    return _CORRECTION, text


def _piece(frame: Frame, delta: dict[str, Any], *, finish: str | None = None, **more: Any) -> str:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return _json(_head(frame) | {"choices": [choice]} | more)


def _head(frame: Frame) -> dict[str, Any]:
    return {"id": frame.id, "object": "chat.completion.chunk", "created": frame.created, "model": frame.model}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
