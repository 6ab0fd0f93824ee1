"""Every error a caller may see. Each carries what happened, where, and what to do about it.

DianmianError
├── InvalidInput        the caller's data is wrong (names the place)
│   └── UnreadableFile  a file that no parser can read
├── NotFound
├── Conflict
├── NotAllowed
├── RateLimited
├── UpstreamFailed      a model or remote service failed
├── NotReady            the service cannot answer yet
└── ConfigurationError  a setting is wrong
"""

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


class NotFound(DianmianError):
    """The named thing does not exist, or belongs to someone else."""


class Conflict(DianmianError):
    """The request contradicts what is already there."""


class NotAllowed(DianmianError):
    """The caller may not do this."""


class RateLimited(DianmianError):
    """Too many requests."""


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
    UnreadableFile: Outcome(415, "unreadable-file", 65),
    NotFound: Outcome(404, "not-found", 66),
    Conflict: Outcome(409, "conflict", 73),
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
