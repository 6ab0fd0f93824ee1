"""``dianmian audit``: who did what, and when."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from core.errors import InvalidInput
from service.cli.opening import opened
from service.cli.options import After, JsonFlag, PageLimit, Tenant
from service.cli.output import print_json, say, table


def audit(
    actor: Annotated[str, typer.Option(help="操作者 Id of a key, or local.")] = "",
    action: Annotated[str, typer.Option(help="动作，如 delete Action.")] = "",
    kind: Annotated[str, typer.Option(help="对象类别，如 document Kind of what was changed.")] = "",
    target: Annotated[str, typer.Option(help="对象 Id or name of what was changed.")] = "",
    request: Annotated[str, typer.Option("--request-id", help="请求编号 Id of the request.")] = "",
    since: Annotated[str, typer.Option(help="自此时起 From then on: 2030-01-31 or 2030-01-31T08:00.")] = "",
    until: Annotated[str, typer.Option(help="至此时 Up to then, excluded.")] = "",
    limit: PageLimit = 50,
    after: After = None,
    tenant: Tenant = None,
    as_json: JsonFlag = False,
) -> None:
    """审计记录 Who did what and when, the newest first."""
    from service.access.listing import audit_page
    from service.access.tenants import checked_tenant
    from store.audit import AuditFilter

    times = (_moment(since, "--since"), _moment(until, "--until"))
    wanted = AuditFilter(actor, action, kind, target, request, *times)
    with opened() as application, application.database.session(checked_tenant(tenant)) as session:
        page = audit_page(session, wanted, after, limit)
    if as_json:
        print_json(page)
        return
    rows = [
        (
            f"{event.at.astimezone():%Y-%m-%d %H:%M:%S}",
            event.actor,
            event.action,
            event.kind,
            event.target,
            _detail(event.detail),
        )
        for event in page.events
    ]
    table(("时间 at", "操作者 actor", "动作 action", "类别 kind", "对象 target", "详情 detail"), rows)
    say(f"{len(page.events)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


def _detail(detail: dict[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in detail.items() if value not in (None, "", [], {}))


def _moment(text: str, place: str) -> datetime | None:
    """Return the time ``text`` names, by the clock of this machine where it names no zone."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no time", place=place, advice="write 2030-01-31T08:00") from error
