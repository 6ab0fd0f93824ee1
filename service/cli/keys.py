"""``dianmian keys``: who may use the service over HTTP."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from service.cli.opening import opened
from service.cli.options import After, JsonFlag, PageLimit, Tenant
from service.cli.output import complain, print_json, say, table

commands = typer.Typer(help="密钥 API keys.", no_args_is_help=True)
_SCOPES = "权限（可多次）read、write、review、admin Scopes; may be repeated, none holds another."


@commands.command("create")
def create(
    name: Annotated[str, typer.Argument(help="用途 Who or what it is for.", show_default=False)],
    scope: Annotated[list[str], typer.Option(help=_SCOPES, show_default=False)],
    days: Annotated[
        int | None,
        typer.Option(min=1, max=36_500, help="几天后失效 Days until it expires; else never.", show_default=False),
    ] = None,
    tenant: Tenant = None,
    as_json: JsonFlag = False,
) -> None:
    """新建密钥 Make a key; it is printed this once and never shown again."""
    from service.access.keys import create_key
    from service.access.tenants import checked_tenant
    from service.views.access import new_key_view

    expires_at = None if days is None else datetime.now(UTC) + timedelta(days=days)
    with opened() as application, application.database.session(checked_tenant(tenant)) as session:
        made = create_key(session, name, scope, expires_at)
    if as_json:
        print_json(new_key_view(made))
        return
    say(made.secret.text)
    complain(f"租户 tenant {made.key.tenant} · 权限 scopes {'、'.join(made.key.scopes)} · 编号 id {made.key.id}")
    complain("请立即保存，此后不再显示。 Keep it now: it is not shown again.")


@commands.command("list")
def list_all(limit: PageLimit = 100, after: After = None, tenant: Tenant = None, as_json: JsonFlag = False) -> None:
    """列出密钥 List keys, revoked and expired ones among them."""
    from service.access.listing import key_page
    from service.access.tenants import checked_tenant

    with opened() as application, application.database.session(checked_tenant(tenant)) as session:
        page = key_page(session, after, limit)
    if as_json:
        print_json(page)
        return
    rows = [
        (key.id, key.name, "、".join(key.scopes), *map(_moment, (key.expires_at, key.revoked_at, key.last_used_at)))
        for key in page.keys
    ]
    table(("id", "用途 name", "权限 scopes", "失效 expires", "吊销 revoked", "最近使用 last used"), rows)
    say(f"{len(page.keys)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


@commands.command("revoke")
def revoke(
    key: Annotated[str, typer.Argument(help="密钥编号 Id of the key.", show_default=False)],
    tenant: Tenant = None,
    as_json: JsonFlag = False,
) -> None:
    """吊销密钥 Take a key out of force, from the next request on."""
    from service.access.keys import revoke_key
    from service.access.tenants import checked_tenant
    from service.views.access import key_view

    with opened() as application, application.database.session(checked_tenant(tenant)) as session:
        revoked = revoke_key(session, key)
    print_json(key_view(revoked)) if as_json else say(f"已吊销 revoked: {revoked.id} {revoked.name}")


def _moment(at: datetime | None) -> str:
    return "" if at is None else f"{at.astimezone():%Y-%m-%d %H:%M}"
