"""Every error a caller may see. Each carries what happened, where, and what to do about it.

DianmianError
├── InvalidInput        the caller's data is wrong (names the place)
│   ├── TooLarge        more than is taken
│   └── UnreadableFile  a file that no parser can read
├── NotFound
├── Conflict
│   └── InProgress      the same request is being worked on
├── PreconditionFailed  what was to be changed is no longer what the caller saw
├── NotIdentified       who asks is not known: no key, or not a valid one
├── NotAllowed
├── RateLimited
├── UpstreamFailed      a model or remote service failed
├── NotReady            the service cannot answer yet
└── ConfigurationError  a setting is wrong
"""

from collections.abc import Mapping
from dataclasses import dataclass


class DianmianError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: What happened, in one sentence.
        place: Where (file, line, page, sheet!row, field), empty when it does not apply.
        advice: What the reader can do about it.
    """

    def __init__(self, message: str, *, place: str = "", advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.advice = advice

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{where}{self.message}{advice}"


class InvalidInput(DianmianError):
    """The caller's data is wrong."""


class UnreadableFile(InvalidInput):
    """A file that no parser can read."""


class TooLarge(InvalidInput):
    """More was sent than is taken."""


class NotFound(DianmianError):
    """The named thing does not exist, or belongs to someone else."""


class Conflict(DianmianError):
    """The request contradicts what is already there."""


class InProgress(Conflict):
    """The same request is being worked on at this moment."""


class PreconditionFailed(DianmianError):
    """What was to be changed is no longer what the caller saw."""


class NotIdentified(DianmianError):
    """Who asks is not known: there is no key, or it is not a valid one."""


class NotAllowed(DianmianError):
    """The caller may not do this."""


class RateLimited(DianmianError):
    """Too many requests.

    Args:
        headers: What a response says of the limit beside its text, such as ``Retry-After``.
    """

    def __init__(
        self, message: str, *, place: str = "", advice: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message, place=place, advice=advice)
        self.headers = dict(headers or {})


class UpstreamFailed(DianmianError):
    """A model or remote service failed."""


class NotReady(DianmianError):
    """The service cannot answer yet."""


class ConfigurationError(DianmianError):
    """A setting is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an error leaves the program: HTTP status, problem type and process exit code."""

    status: int
    type: str
    exit_code: int


OUTCOMES: dict[type[DianmianError], Outcome] = {
    DianmianError: Outcome(500, "internal", 70),
    InvalidInput: Outcome(422, "invalid-input", 65),
    TooLarge: Outcome(413, "request-entity-too-large", 65),
    UnreadableFile: Outcome(415, "unreadable-file", 65),
    NotFound: Outcome(404, "not-found", 66),
    Conflict: Outcome(409, "conflict", 73),
    InProgress: Outcome(409, "in-progress", 75),
    PreconditionFailed: Outcome(412, "precondition-failed", 73),
    NotIdentified: Outcome(401, "not-identified", 77),
    NotAllowed: Outcome(403, "not-allowed", 77),
    RateLimited: Outcome(429, "rate-limited", 75),
    UpstreamFailed: Outcome(502, "upstream-failed", 69),
    NotReady: Outcome(503, "not-ready", 75),
    ConfigurationError: Outcome(500, "configuration", 78),
}


def outcome_of(error: DianmianError) -> Outcome:
    """Return the outcome of the nearest listed class of ``error``."""
    for cls in type(error).__mro__:
        if cls in OUTCOMES:
            return OUTCOMES[cls]
    return OUTCOMES[DianmianError]
