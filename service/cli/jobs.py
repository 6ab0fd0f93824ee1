"""``dianmian jobs``."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import complain, print_json, say, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.views.job import JobView

FAILED = 65
commands = typer.Typer(no_args_is_help=True, help="任务 Jobs: files that workers load.")
_Id = Annotated[str, typer.Argument(help="任务编号 Id of the job.", show_default=False)]
_State = Annotated[
    Literal["queued", "running", "done", "failed", "cancelled"] | None,
    typer.Option("--state", help="只列此状态，failed 为待处理 Only this state; failed ones wait for a person."),
]


@commands.command("list")
def listing(
    kb: KbName, state: _State = None, limit: PageLimit = 100, after: After = None, as_json: JsonFlag = False
) -> None:
    """列出任务 List jobs, the latest first."""
    from service.views.job import job_page
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        page = job_page(session, knowledge_bases.get(session, kb), state, after, limit)
    if as_json:
        print_json(page)
        return
    _table(page.jobs)
    counts = " · ".join(f"{name} {number}" for name, number in sorted(page.counts.items()))
    say(*([counts] if counts else []), *([f"下一页 next: --after {page.next}"] if page.next else []))


@commands.command("show")
def show(job: _Id, kb: KbName, as_json: JsonFlag = False) -> None:
    """查看任务 Show a job with its stages."""
    from service.views.job import job_view
    from store import jobs, knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        _print(job_view(base.name, jobs.get(session, base.id, job)), as_json)


@commands.command("cancel")
def cancel(job: _Id, kb: KbName, as_json: JsonFlag = False) -> None:
    """取消任务 Cancel a job: at once while it waits, at its next safe point while it runs."""
    _change("cancel", job, kb, as_json)


@commands.command("retry")
def retry(job: _Id, kb: KbName, as_json: JsonFlag = False) -> None:
    """重试任务 Start a failed or cancelled job again, from the stage it came to."""
    _change("retry", job, kb, as_json)


@commands.command("watch")
def watch(
    kb: KbName,
    job: Annotated[str | None, typer.Argument(help="任务编号，省略则等全部 Id; all that wait if not given.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """跟踪任务 Follow jobs until they have ended. Exit code 65: one failed or was cancelled."""
    from service.jobs.following import follow
    from service.views.job import job_view
    from store import jobs, knowledge_bases

    ended = []
    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            ids = (
                [job] if job else [one.id for one in jobs.page(session, base.id, ("queued", "running"), limit=100_000)]
            )
        for one in reversed(ids):
            for state in follow(application.database, base, one):
                shown = job_view(base.name, state)
                complain(f"{shown.id}  {shown.state}  {shown.stage}  {shown.percent}%")
            ended.append(shown)
    print_json({"jobs": ended}) if as_json else _table(ended)
    if any(one.state != "done" for one in ended):
        raise typer.Exit(FAILED)


def _change(what: Literal["cancel", "retry"], job: str, kb: str, as_json: bool) -> None:
    from service.jobs import control
    from service.views.job import job_view
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
        work = control.cancel if what == "cancel" else control.retry
        _print(job_view(base.name, work(application.database, base, job)), as_json)


def _print(job: "JobView", as_json: bool) -> None:
    if as_json:
        print_json(job)
        return
    _table([job])
    columns = ("阶段 stage", "状态 state", "%", "次数 tries failed", "错误 error")
    table(columns, [(one.name, one.state, one.percent, one.attempts, one.error) for one in job.stages])
    if job.error is not None:
        complain(f"失败 failed: {job.error.stage}: {job.error.message}")


def _table(jobs: "Iterable[JobView]") -> None:
    rows = [
        (job.id, job.state, job.stage, f"{job.percent}%", "；".join(file.name for file in job.files), job.created_at)
        for job in jobs
    ]
    table(("任务 job", "状态 state", "阶段 stage", "%", "文件 files", "时间 created"), rows)
