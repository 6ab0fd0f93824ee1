"""API keys over HTTP."""

from datetime import datetime
from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.openapi.spec import Example
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.access.keys import create_key, revoke_key
from service.access.listing import key_page
from service.access.scopes import Scope
from service.http.parameters import After, App, PageLimit
from service.http.problems import problems
from service.http.scope import ADMIN, SECRET
from service.views.access import KeyPage, KeyView, NewKeyView, key_view, new_key_view
from store import api_keys

_Id = Annotated[str, PathParameter(description="密钥编号 Id of the key.", examples=[Example(value="3f2a9b7e1d4c")])]


class KeyToMake(Struct, frozen=True, forbid_unknown_fields=True):
    """A key to make."""

    name: Annotated[
        str, Meta(min_length=1, max_length=200, description="用途 Who or what it is for.", examples=["客服机器人"])
    ]
    scopes: Annotated[
        list[Scope],
        Meta(min_length=1, description="权限 What it is good for; none holds another.", examples=[["read"]]),
    ]
    expires_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None, Meta(description="失效时间 With its zone; null for never.")
    ] = None


class KeyController(Controller):
    """The keys of the tenant that asks."""

    path = "/v1/keys"
    tags = ("access",)
    request_max_body_size = 65_536

    @get(summary="列出密钥 List keys", opt=ADMIN, responses=problems(400, 422), sync_to_thread=True)
    def listing(self, application: App, after: After = None, limit: PageLimit = 100) -> KeyPage:
        """Return one page of keys, by id, revoked and expired ones among them; no secret is shown."""
        with application.database.session() as session:
            return key_page(session, after, limit)

    @post(summary="新建密钥 Make a key", opt=SECRET, responses=problems(400, 413, 422), sync_to_thread=True)
    def create(self, application: App, data: JSONBody[KeyToMake]) -> NewKeyView:
        """Make a key. `key` is the whole key, shown this once and never again."""
        with application.database.session() as session:
            return new_key_view(create_key(session, data.name, data.scopes, data.expires_at))

    @get("/{key:str}", summary="查看密钥 Show a key", opt=ADMIN, responses=problems(400, 404, 422), sync_to_thread=True)
    def show(self, application: App, key: _Id) -> KeyView:
        """Return a key, without its secret."""
        with application.database.session() as session:
            return key_view(api_keys.get(session, key))

    @delete(
        "/{key:str}",
        summary="吊销密钥 Revoke a key",
        opt=ADMIN,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def revoke(self, application: App, key: _Id) -> KeyView:
        """Take a key out of force from the next request on. It stays in the list; doing so twice changes nothing."""
        with application.database.session() as session:
            return key_view(revoke_key(session, key))
