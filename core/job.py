"""Jobs: what was asked for, how far it came, what went wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
StageState = Literal["waiting", "running", "done", "failed"]
# In this order; ``model`` has nothing to do where no language model reads facts.
STAGES = ("parse", "chunk", "store", "embed", "extract", "model")
# What is done file by file; when it is done, a job needs its files no more.
FILE_STAGES = STAGES[:3]
ENDED: frozenset[JobState] = frozenset({"done", "failed", "cancelled"})


@dataclass(frozen=True, slots=True)
class Stage:
    """How far one stage came.

    ``attempts`` counts the tries that failed since the job was last started by hand. Times are ISO 8601, of the
    database's clock. ``wait`` is how many seconds lie between the last failure and the next try, 0 when none comes.
    """

    state: StageState = "waiting"
    done: int = 0
    total: int = 0
    attempts: int = 0
    error: str = ""
    wait: float = 0.0
    started_at: str | None = None
    ended_at: str | None = None


@dataclass(frozen=True, slots=True)
class JobError:
    """Why a job failed: the name of the error's class, what it said, and in which stage."""

    stage: str
    error: str
    message: str


@dataclass(frozen=True, slots=True)
class JobFile:
    """A file of a job: the upload that holds it, the name it is loaded under, its digest and size in bytes."""

    upload: str
    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class JobRequest:
    """What a job is to load. ``key`` is the same for the same files under the same names, read the same way."""

    files: tuple[JobFile, ...]
    key: str = ""
    parser: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One job of one knowledge base. ``attempts`` counts how often a worker took it up."""

    kb_id: int
    id: str
    kind: str
    state: JobState
    stage: str
    stages: Mapping[str, Stage]
    request: JobRequest
    created_by: str
    created_at: datetime | None = None
    report: Mapping[str, Any] = field(default_factory=dict)
    error: JobError | None = None
    attempts: int = 0
    cancel_requested: bool = False
    worker: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    heartbeat_at: datetime | None = None
    queue_id: int | None = None

    @property
    def ended(self) -> bool:
        """Whether nobody will work on it any more, unless it is started again."""
        return self.state in ENDED
