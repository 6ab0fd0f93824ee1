"""The trail of what was done, over HTTP."""

from datetime import datetime
from typing import Annotated

from litestar import Controller, get
from litestar.params import QueryParameter
from msgspec import Meta

from core.errors import InvalidInput
from service.access.listing import audit_page
from service.http.parameters import After, App, PageLimit
from service.http.problems import problems
from service.http.scope import ADMIN
from service.views.access import AuditPage
from store.audit import AuditFilter

_LONGEST = 300
# As text: the framework would take a number for seconds since 1970.
_Moment = Annotated[str | None, Meta(max_length=40)]


class AuditController(Controller):
    """Who did what, and when."""

    path = "/v1/audit"
    tags = ("access",)

    @get(summary="审计记录 The trail", opt=ADMIN, responses=problems(400, 422), sync_to_thread=True)
    def listing(
        self,
        application: App,
        actor: Annotated[str, QueryParameter(description="操作者 Id of a key, or local.", max_length=_LONGEST)] = "",
        action: Annotated[str, QueryParameter(description="动作，如 delete Action.", max_length=_LONGEST)] = "",
        kind: Annotated[str, QueryParameter(description="对象类别，如 document Kind.", max_length=_LONGEST)] = "",
        target: Annotated[
            str, QueryParameter(description="对象 Id or name of what was changed.", max_length=_LONGEST)
        ] = "",
        request_id: Annotated[str, QueryParameter(description="请求编号 `X-Request-ID`.", max_length=_LONGEST)] = "",
        since: Annotated[_Moment, QueryParameter(description="自此时起（含） From then on, included.")] = None,
        until: Annotated[_Moment, QueryParameter(description="至此时（不含） Up to then, excluded.")] = None,
        after: After = None,
        limit: PageLimit = 100,
    ) -> AuditPage:
        """Return one page of what was done by whoever it was, the newest first; all conditions hold together."""
        wanted = AuditFilter(actor, action, kind, target, request_id, _read(since, "since"), _read(until, "until"))
        with application.database.session() as session:
            return audit_page(session, wanted, after, limit)


def _read(text: str | None, place: str) -> datetime | None:
    try:
        return None if text is None else datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no time", place=place, advice="write 2030-01-31T08:00:00+08:00") from error
