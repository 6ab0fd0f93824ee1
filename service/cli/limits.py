"""``dianmian limits``: the most a tenant may hold and ask."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.errors import InvalidInput
from service.cli.opening import opened
from service.cli.options import JsonFlag, Tenant
from service.cli.output import print_json, table

if TYPE_CHECKING:
    from service.access.limits import Unchanged
    from service.views.access import LimitsView

commands = typer.Typer(help="限额 Limits of a tenant.", no_args_is_help=True)
_BACK = "default"


@commands.command("show")
def show(tenant: Tenant = None, as_json: JsonFlag = False) -> None:
    """查看限额 Show the limits of a tenant, and what it holds."""
    from service.access.listing import limits_shown
    from service.access.tenants import checked_tenant

    with opened() as application:
        name = checked_tenant(tenant) or application.database.tenant
        with application.database.session(name) as session:
            found = limits_shown(session, application.settings, name)
    print_json(found) if as_json else _show(found)


def _option(words: str) -> Any:
    return typer.Option(help=f"{words}; default: as the settings say.", show_default=False)


@commands.command("set")
def change(
    documents: Annotated[str | None, _option("最多文档数 Most documents")] = None,
    stored_bytes: Annotated[str | None, _option("最多文本字节数 Most bytes of text")] = None,
    questions: Annotated[str | None, _option("每分钟提问数 Questions a minute, of all keys together")] = None,
    requests: Annotated[str | None, _option("每分钟请求数 Requests a minute, of each key")] = None,
    tenant: Tenant = None,
    as_json: JsonFlag = False,
) -> None:
    """设置限额 Set limits of a tenant: numbers, or the word default."""
    from service.access.limits import set_limits
    from service.access.listing import limits_shown
    from service.access.tenants import checked_tenant

    wanted = {
        "documents": _number(documents, "--documents"),
        "stored_bytes": _number(stored_bytes, "--stored-bytes"),
        "questions_per_minute": _number(questions, "--questions"),
        "requests_per_minute": _number(requests, "--requests"),
    }
    with opened() as application:
        name = checked_tenant(tenant) or application.database.tenant
        with application.database.session(name) as session:
            set_limits(session, **wanted)
            found = limits_shown(session, application.settings, name)
    print_json(found) if as_json else _show(found)


def _number(text: str | None, place: str) -> "int | Unchanged | None":
    from service.access.limits import UNCHANGED

    if text is None:
        return UNCHANGED
    if text == _BACK:
        return None
    try:
        return int(text)
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no number", place=place, advice=f"give a number, or {_BACK}") from error


def _show(found: "LimitsView") -> None:
    own, in_force, held = found.own, found.in_force, found.holding
    rows = [
        ("文档 documents", own.documents, in_force.documents, held.documents),
        ("文本字节 bytes of text", own.stored_bytes, in_force.stored_bytes, held.stored_bytes),
        ("每分钟提问 questions a minute", own.questions_per_minute, in_force.questions_per_minute, ""),
        ("每分钟请求 requests a minute", own.requests_per_minute, in_force.requests_per_minute, ""),
    ]
    shown = [
        (name, "—" if mine is None else mine, "不限 none" if holds is None else holds, size)
        for name, mine, holds, size in rows
    ]
    table(("限额 limit", "租户自己的 own", "生效 in force", "现有 held"), shown, title=f"租户 tenant: {found.tenant}")
