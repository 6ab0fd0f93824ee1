"""Keys, limits and the trail as the doors show them."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from service.access.keys import NewKey
from service.views.conversion import view
from store.api_keys import ApiKey
from store.audit import AuditEvent
from store.limits import Holding, TenantLimits


class KeyView(Struct, frozen=True):
    """A key, without its secret."""

    id: Annotated[str, Meta(description="Stands in the key itself, after `dm_`.", examples=["3f2a9b7e1d4c"])]
    name: Annotated[str, Meta(examples=["客服机器人"])]
    scopes: Annotated[list[str], Meta(examples=[["read"]])]
    created_at: datetime
    created_by: Annotated[str, Meta(description="Id of the key that made it, or `local`.")]
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: Annotated[datetime | None, Meta(description="To the minute.")]


class NewKeyView(KeyView, frozen=True):
    """A key just made, with its secret: this is the only time it is shown."""

    key: Annotated[str, Meta(description="The whole key.")]


class KeyPage(Struct, frozen=True):
    """One page of keys, by id, those out of force among them."""

    keys: list[KeyView]
    total: int
    next: str | None


class LimitSet(Struct, frozen=True):
    """Numbers, or null for no limit of that kind."""

    documents: int | None
    stored_bytes: int | None
    questions_per_minute: int | None
    requests_per_minute: int | None


class HoldingView(Struct, frozen=True):
    """What the tenant holds."""

    documents: int
    stored_bytes: Annotated[int, Meta(description="Bytes of text, and of files that wait to be read.")]


class LimitsView(Struct, frozen=True):
    """The limits of a tenant: those set for it (null: as the settings say), those in force, and what it holds."""

    tenant: str
    own: LimitSet
    in_force: LimitSet
    holding: HoldingView


class AuditEventView(Struct, frozen=True):
    """One thing that was done."""

    id: int
    at: datetime
    actor: Annotated[str, Meta(description="Id of the key that did it, or `local`.")]
    action: Annotated[str, Meta(examples=["delete"])]
    kind: Annotated[str, Meta(description="What was changed.", examples=["document"])]
    target: Annotated[str, Meta(description="Its id or name.")]
    detail: Annotated[dict[str, Any], Meta(description="Ids, names, counts, settings.")]
    request_id: Annotated[str, Meta(description="`X-Request-ID` of the request; empty on the command line.")]


class AuditPage(Struct, frozen=True):
    """One page of the trail, the newest first."""

    events: list[AuditEventView]
    total: int
    next: str | None


def key_view(key: ApiKey) -> KeyView:
    """Return ``key`` as it is shown."""
    return view(key, KeyView)


def new_key_view(made: NewKey) -> NewKeyView:
    """Return a key just made, with its secret."""
    return view(made.key, NewKeyView, key=made.secret.text)


def limits_view(tenant: str, own: TenantLimits, in_force: TenantLimits, held: Holding) -> LimitsView:
    """Return the limits of a tenant as they are shown."""
    return LimitsView(tenant, view(own, LimitSet), view(in_force, LimitSet), view(held, HoldingView))


def audit_view(event: AuditEvent) -> AuditEventView:
    """Return ``event`` as it is shown."""
    return view(event, AuditEventView)
