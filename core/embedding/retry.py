"""Bounded patience with a remote service."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Delay:
    """Whether to try again. ``seconds`` is what the service asked for, ``None`` when it did not say."""

    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """Tries at most ``attempts`` times; waits in seconds, doubling from ``first_wait``, never over ``longest_wait``."""

    attempts: int = 4
    first_wait: float = 0.5
    longest_wait: float = 30.0
    sleep: Callable[[float], None] = time.sleep

    def call(self, operation: Callable[[], T], judge: Callable[[Exception], Delay | None]) -> T:
        """Return what ``operation`` returns; its last error passes through.

        Args:
            operation: The call to make.
            judge: Says whether an error is worth another try (a ``Delay``) or final (``None``).
        """
        for attempt in range(self.attempts):
            try:
                return operation()
            except Exception as error:
                delay = judge(error)
                wait = self._wait(attempt, delay)
                if wait is None:
                    raise
                self.sleep(wait)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _wait(self, attempt: int, delay: Delay | None) -> float | None:
        if delay is None or attempt + 1 >= self.attempts:
            return None
        wait = delay.seconds if delay.seconds is not None else self.first_wait * 2**attempt
        if wait <= self.longest_wait:
            return wait
        # Coming back sooner than asked would be refused again; our own pace may be cut short.
        return self.longest_wait if delay.seconds is None else None
