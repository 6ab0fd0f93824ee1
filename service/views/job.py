"""Jobs as the doors show them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from core.job import STAGES, Job, JobState, Stage, StageState
from core.knowledge_base import KnowledgeBase
from store import jobs
from store.session import Session


class JobFileView(Struct, frozen=True):
    """A file of a job."""

    name: Annotated[str, Meta(examples=["无理由退货规则.md"])]
    sha256: str
    size: Annotated[int, Meta(description="Bytes.")]


class StageView(Struct, frozen=True):
    """How far one stage came."""

    name: Annotated[Literal["parse", "chunk", "store", "embed", "extract", "model"], Meta(examples=["embed"])]
    state: StageState
    done: int
    total: int
    percent: Annotated[int, Meta(ge=0, le=100)]
    attempts: Annotated[int, Meta(description="Tries that failed.")]
    error: Annotated[str, Meta(description="Why the last try failed; may be empty.")]
    wait: Annotated[float, Meta(description="Seconds between the last failure and the next try; 0 when none comes.")]
    started_at: str | None
    ended_at: str | None


class JobErrorView(Struct, frozen=True):
    """Why a job failed."""

    stage: str
    error: Annotated[str, Meta(examples=["UnreadableFile"])]
    message: str


class JobView(Struct, frozen=True):
    """A job: files to load into a knowledge base. `done` means that they can be found."""

    id: Annotated[str, Meta(examples=["job_5b1f0c9a2e7d4c3b8a61"])]
    kb: str
    state: Annotated[JobState, Meta(description="`failed` jobs wait for a person: retry or delete them.")]
    stage: Annotated[str, Meta(description="Where it is, or where it failed; `done` at the end.")]
    percent: Annotated[int, Meta(ge=0, le=100)]
    cancelling: Annotated[bool, Meta(description="It runs, and stops at its next safe point.")]
    files: list[JobFileView]
    stages: list[StageView]
    error: JobErrorView | None
    report: Annotated[dict[str, Any], Meta(description="What was loaded, unchanged, warned of; counts; seconds.")]
    attempts: Annotated[int, Meta(description="How often a worker took it up.")]
    worker: str
    created_by: str
    created_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None


class JobPage(Struct, frozen=True):
    """One page of jobs, the latest first."""

    jobs: list[JobView]
    counts: Annotated[dict[str, int], Meta(description="All jobs of the knowledge base, by state.")]
    next: Annotated[str | None, Meta(description="Give it as `after` for the next page; null on the last.")] = None


def job_view(kb_name: str, job: Job) -> JobView:
    """Return ``job`` as the doors show it."""
    stages = [_stage_view(name, job.stages.get(name, Stage())) for name in STAGES]
    done = job.state == "done"
    return JobView(
        id=job.id,
        kb=kb_name,
        state=job.state,
        stage="done" if done else job.stage,
        percent=100 if done else sum(stage.percent for stage in stages) // len(stages),
        cancelling=job.state == "running" and job.cancel_requested,
        files=[JobFileView(file.name, file.sha256, file.size) for file in job.request.files],
        stages=stages,
        error=None if job.error is None else JobErrorView(job.error.stage, job.error.error, job.error.message),
        report=dict(job.report),
        attempts=job.attempts,
        worker=job.worker,
        created_by=job.created_by,
        created_at=job.created_at,
        started_at=job.started_at,
        ended_at=job.ended_at,
    )


def job_page(
    session: Session, kb: KnowledgeBase, state: JobState | None = None, after: str | None = None, limit: int = 100
) -> JobPage:
    """Return one page of the jobs of ``kb``, of one ``state`` or of all.

    Raises:
        NotFound: There is no job ``after``.
    """
    found = jobs.page(session, kb.id, (state,) if state else (), after, limit + 1)
    shown = [job_view(kb.name, job) for job in found[:limit]]
    return JobPage(shown, jobs.count(session, kb.id), shown[-1].id if len(found) > limit else None)


def _stage_view(name: Any, stage: Stage) -> StageView:
    over = stage.state == "done"
    return StageView(
        name=name,
        state=stage.state,
        done=stage.done,
        total=stage.total,
        percent=100 if over else 100 * stage.done // max(stage.total, 1),
        attempts=stage.attempts,
        error=stage.error,
        wait=stage.wait,
        started_at=stage.started_at,
        ended_at=stage.ended_at,
    )
