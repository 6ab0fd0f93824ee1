"""Showing an answer while it is written."""

import sys
from collections.abc import Iterable, Iterator

import msgspec

from core.wire import to_builtins
from retrieval.events import Done, Event, Token
from service.cli.output import plain, say
from service.views.events import event_view


def as_text(events: Iterable[Event]) -> Iterator[Event]:
    """Pass ``events`` on and print their text; the checked text once more where it is another."""
    written = ""
    for event in events:
        if isinstance(event, Token):
            written += event.text
            sys.stdout.write(plain(event.text))
            sys.stdout.flush()
        if isinstance(event, Done):
            say("" if written else event.answer.text)
            if written and event.answer.text.strip() != written.strip():
                say("", "核对后的答案 the answer as checked:", event.answer.text)
        yield event


def as_lines(events: Iterable[Event]) -> Iterator[Event]:
    """Pass ``events`` on and print each as one line of JSON."""
    for event in events:
        name, shown = event_view(event)
        line = msgspec.json.encode({"event": name, "data": to_builtins(shown)})
        sys.stdout.write(line.decode() + "\n")
        sys.stdout.flush()
        yield event
