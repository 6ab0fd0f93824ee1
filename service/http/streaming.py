"""Answers as server-sent events: sources, pieces of text, and the answer."""

from collections.abc import Iterator
from itertools import chain

import msgspec
import structlog
from litestar.response import ServerSentEvent, ServerSentEventMessage

from retrieval.events import Event
from service.views.events import event_view, failure_view

EVENT_STREAM = "text/event-stream"
# Proxies that gather a response before they pass it on would hold back every piece of it.
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_log = structlog.get_logger("dianmian.http")


def wants_stream(accept: str) -> bool:
    """Return whether a client that sends this ``Accept`` header asks for events rather than for one JSON object."""
    kinds = [part.partition(";")[0].strip().lower() for part in accept.split(",")]
    return EVENT_STREAM in kinds and "application/json" not in kinds[: kinds.index(EVENT_STREAM)]


def event_stream(events: Iterator[Event]) -> ServerSentEvent:
    """Return a response that sends ``events`` as they come; what fails before the first one is raised here."""
    first = next(events)
    return ServerSentEvent(_messages(chain([first], events)), headers=_HEADERS)


def _messages(events: Iterator[Event]) -> Iterator[ServerSentEventMessage]:
    try:
        for event in events:
            name, shown = event_view(event)
            yield _message(name, shown)
    # The status is long sent: a failure now can only be told as an event.
    except Exception as error:
        _log.error("failed while streaming", exc_info=error)
        yield _message(*failure_view(error))


def _message(name: str, shown: object) -> ServerSentEventMessage:
    return ServerSentEventMessage(event=name, data=msgspec.json.encode(shown).decode())
