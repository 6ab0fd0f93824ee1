"""Answers as server-sent events: sources, pieces of text, and the answer."""

from collections.abc import Generator, Iterator
from itertools import chain

import msgspec
import structlog
from litestar.background_tasks import BackgroundTask
from litestar.concurrency import sync_to_thread
from litestar.response import ServerSentEvent, ServerSentEventMessage

from retrieval.events import Event
from service.http.leaving import UntilLeft
from service.views.events import event_view, failure_view

EVENT_STREAM = "text/event-stream"
# Proxies that gather a response before they pass it on would hold back every piece of it.
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_log = structlog.get_logger("dianmian.http")


def wants_stream(accept: str) -> bool:
    """Return whether a client that sends this ``Accept`` header asks for events rather than for one JSON object."""
    kinds = [part.partition(";")[0].strip().lower() for part in accept.split(",")]
    return EVENT_STREAM in kinds and "application/json" not in kinds[: kinds.index(EVENT_STREAM)]


def event_stream(events: Iterator[Event]) -> ServerSentEvent:
    """Return a response that sends ``events`` as they come; what fails before the first one is raised here."""
    first = next(events)
    return sent(_messages(first, events))


def sent(messages: Generator[ServerSentEventMessage, None, None]) -> ServerSentEvent:
    """Return a response that sends ``messages`` as they come, and closes their generator when whoever asked leaves."""
    following = UntilLeft(messages)
    ending = BackgroundTask(sync_to_thread, following.leave)
    return ServerSentEvent(following, headers=STREAM_HEADERS, background=ending)


def _messages(first: Event, events: Iterator[Event]) -> Generator[ServerSentEventMessage, None, None]:
    try:
        for event in chain([first], events):
            name, shown = event_view(event)
            yield event_message(name, shown)
    # The status is long sent: a failure now can only be told as an event.
    except Exception as error:
        _log.error("failed while streaming", exc_info=error)
        yield event_message(*failure_view(error))


def event_message(name: str, shown: object) -> ServerSentEventMessage:
    """Return ``shown`` as the event ``name``."""
    return ServerSentEventMessage(event=name, data=msgspec.json.encode(shown).decode())
