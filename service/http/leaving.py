"""Events of a stream, for as long as somebody listens."""

from collections.abc import Generator, Iterator
from threading import Lock
from typing import Generic, TypeVar

_T = TypeVar("_T")


class UntilLeft(Iterator[_T], Generic[_T]):
    """Passes on what a generator yields, until ``leave`` closes it.

    A framework that iterates in threads cannot close a generator: it may be running at that moment, and left to the
    collector it would be closed at any time or never.
    """

    def __init__(self, events: Generator[_T, None, None]) -> None:
        self._events = events
        self._turn = Lock()
        self._left = False

    def __next__(self) -> _T:
        with self._turn:
            found = next(self._events)
        if self._left:
            self.leave()
        return found

    def leave(self) -> None:
        """Close the generator: now, or as soon as it has come to its next event."""
        self._left = True
        if self._turn.acquire(blocking=False):
            try:
                self._events.close()
            finally:
                self._turn.release()
