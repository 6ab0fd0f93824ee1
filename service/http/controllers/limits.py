"""Limits of a tenant over HTTP."""

from typing import Annotated

from litestar import Controller, get, patch
from litestar.params import JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from core.errors import NotAllowed
from service.access.identity import LOCAL, actor
from service.access.limits import UNCHANGED, set_limits
from service.access.listing import limits_shown
from service.http.parameters import App
from service.http.problems import problems
from service.http.scope import ADMIN
from service.views.access import LimitsView

_Number = Annotated[int, Meta(ge=0)] | None | UnsetType


class LimitChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits to set; null takes one back to what the settings say, one that is left out stays."""

    documents: _Number = UNSET
    stored_bytes: _Number = UNSET
    questions_per_minute: _Number = UNSET
    requests_per_minute: _Number = UNSET


class LimitController(Controller):
    """The limits of the tenant that asks."""

    path = "/v1/limits"
    tags = ("access",)
    request_max_body_size = 65_536

    @get(summary="查看限额 Show the limits", opt=ADMIN, responses=problems(), sync_to_thread=True)
    def show(self, application: App) -> LimitsView:
        """Return the limits set for the tenant, those in force, and what it holds."""
        database = application.database
        with database.session() as session:
            return limits_shown(session, application.settings, database.acting_tenant)

    @patch(summary="设置限额 Set limits", opt=ADMIN, responses=problems(400, 413, 422), sync_to_thread=True)
    def change(self, application: App, data: JSONBody[LimitChange]) -> LimitsView:
        """Set limits of the tenant; they hold from the next request on.

        With keys the operator sets them, on the command line: a limit that whoever it binds can raise is none.
        """
        if actor() != LOCAL:
            raise NotAllowed(
                "a key cannot change limits", place="limits", advice="the operator can: dianmian limits set"
            )
        wanted = {name: UNCHANGED if value is UNSET else value for name, value in asdict(data).items()}
        database = application.database
        with database.session() as session:
            set_limits(session, **wanted)
            return limits_shown(session, application.settings, database.acting_tenant)
