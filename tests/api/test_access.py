"""Nobody passes without a key that is in force and good for what is asked; open access is for the machine itself."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from core.errors import ConfigurationError
from core.settings import Settings
from service.access.exposure import check_exposure
from service.access.key_text import is_well_formed
from service.access.key_text import new_key as key_text
from service.access.keys import revoke_key
from service.access.scopes import SCOPES
from service.http.app import create_app
from service.wiring import Application
from store.engine import Database
from store.tables import API_KEY
from tests.api.keyed import Client, bearer, keyed, new_key, serving

OPEN_PATHS = ("/health", "/openapi.json", "/", "/docs", "/static/app.js")


@pytest.fixture
def service(settings: Settings, database: Database) -> Application:
    """A service that wants keys."""
    return keyed(settings, database)


@pytest.fixture
def stranger(service: Application) -> Iterator[Client]:
    """A client without a key."""
    with serving(service) as client:
        yield client


def handlers(app: Litestar) -> Iterator[tuple[str, HTTPRouteHandler]]:
    """Yield every handler somebody wrote, with its path."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", None) or [route.route_handler]:  # type: ignore[union-attr]
            if set(getattr(handler, "http_methods", ())) != {"OPTIONS"}:
                yield route.path, handler


def test_every_route_says_which_scope_it_needs(service: Application) -> None:
    said = {path: handler.opt.get("scope", "nothing") for path, handler in handlers(create_app(service))}
    assert [path for path, scope in said.items() if scope == "nothing"] == []
    assert set(said.values()) <= {*SCOPES, None}
    public = {
        path for path, scope in said.items() if scope is None and not path.startswith(("/static", "/openapi.json"))
    }
    assert public == {"/", "/docs", "/health", "/ready", "/metrics"}


def test_scopes_fit_what_routes_do(service: Application) -> None:
    for path, handler in handlers(create_app(service)):
        scope, asks = handler.opt["scope"], bool(handler.opt.get("question"))
        assert not asks or scope == "read", path
        if re.match(r"/v1/(keys|limits|audit)", path):
            assert scope == "admin", path
        if "DELETE" in getattr(handler, "http_methods", ()):
            assert scope in ("write", "review", "admin"), path
        if re.search(r"/(ask|search|chat/completions)$", path):
            assert asks, path


@pytest.mark.parametrize("path", OPEN_PATHS)
def test_what_holds_nothing_of_anybody_is_open(stranger: Client, path: str) -> None:
    assert stranger.get(path).status_code == 200


def test_without_a_key_nothing_is_told(stranger: Client) -> None:
    document = stranger.get("/openapi.json").json()
    asked = 0
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if operation.get("security") == [{}]:
                continue
            response = stranger.request(method.upper(), re.sub(r"\{\w+\}", "x", path), json={})
            assert response.status_code == 401, (method, path, response.text)
            assert response.headers["www-authenticate"].startswith("Bearer")
            assert response.json()["type"] == "not-identified"
            asked += 1
    assert asked > 50


def test_a_key_in_either_header(stranger: Client, database: Database) -> None:
    made = new_key(database, "local", "read")
    for headers in (bearer(made), {"authorization": f"bearer  {made.secret.text} "}, {"X-API-Key": made.secret.text}):
        assert stranger.get("/v1/kbs", headers=headers).status_code == 200


def test_unknown_revoked_and_expired_are_told_alike(stranger: Client, database: Database) -> None:
    revoked, expired = new_key(database), new_key(database)
    with database.session() as session:
        revoke_key(session, revoked.key.id)
        past = datetime.now(UTC) - timedelta(seconds=1)
        session.execute(API_KEY.update().where(API_KEY.c.id == expired.key.id).values(expires_at=past))
    texts = [key_text().text, revoked.secret.text, expired.secret.text]
    bodies = [stranger.get("/v1/kbs", headers={"X-API-Key": text}) for text in texts]
    assert {response.status_code for response in bodies} == {401}
    assert len({response.text for response in bodies}) == 1
    assert not any(text in bodies[0].text for text in texts)


def test_a_key_ends_when_its_time_comes(stranger: Client, database: Database) -> None:
    made = new_key(database, expires_at=datetime.now(UTC) + timedelta(hours=1))
    assert stranger.get("/v1/kbs", headers=bearer(made)).status_code == 200


@pytest.mark.parametrize("cut", [slice(0, -1), slice(1, None), slice(0, 20), slice(0, 0)])
def test_a_mistyped_key_is_told_from_an_unknown_one(stranger: Client, database: Database, cut: slice) -> None:
    text = new_key(database).secret.text[cut] or "geheim"
    response = stranger.get("/v1/kbs", headers={"X-API-Key": text})
    assert (response.status_code, response.json()["detail"]) == (401, "this is not a whole key")


def test_check_digits_find_a_wrong_or_swapped_letter() -> None:
    text = key_text().text
    assert is_well_formed(text)
    for place in range(len(text)):
        assert not is_well_formed(text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :])
        if place and text[place] != text[place - 1]:
            swapped = text[: place - 1] + text[place] + text[place - 1] + text[place + 1 :]
            assert not is_well_formed(swapped)


def test_keys_do_not_repeat_and_do_not_show() -> None:
    made = [key_text() for _ in range(50)]
    assert len({key.text for key in made}) == len({key.id for key in made}) == 50
    assert made[0].text not in repr(made[0])
    assert all(len(key.text.removeprefix(f"dm_{key.id}_")) == 43 + 6 for key in made)


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_lets_through_what_it_names_and_nothing_else(
    stranger: Client, service: Application, database: Database, scope: str
) -> None:
    headers = bearer(new_key(database, "local", scope))
    for path, handler in handlers(create_app(service)):
        needed = handler.opt["scope"]
        if needed is None or not isinstance(handler, HTTPRouteHandler):
            continue
        method = sorted(handler.http_methods)[0]
        response = stranger.request(method, re.sub(r"\{[^}]+\}", "x", path), headers=headers, json={})
        refused = response.status_code == 403 and response.json()["place"] == "scope"
        assert refused == (needed != scope), (method, path, response.text)
        if refused:
            assert needed in response.json()["detail"]


def test_a_route_that_says_nothing_is_for_administrators(stranger: Client, database: Database) -> None:
    reader, admin = new_key(database, "local", "read", "write", "review"), new_key(database, "local", "admin")
    assert stranger.options("/v1/kbs", headers=bearer(reader)).status_code == 403
    assert stranger.options("/v1/kbs", headers=bearer(admin)).status_code == 204


def test_only_the_digest_is_stored(database: Database) -> None:
    made = new_key(database)
    with database.session() as session:
        row = session.execute(API_KEY.select()).one()
    assert made.secret.text not in str(row)
    assert made.secret.text.split("_", 2)[2] not in str(row)
    assert row.digest == made.secret.digest


def test_last_use_is_noted_once_a_minute(stranger: Client, database: Database) -> None:
    made = new_key(database)

    def last_used() -> Any:
        with database.session() as session:
            return session.scalar(API_KEY.select().with_only_columns(API_KEY.c.last_used_at))

    assert last_used() is None
    stranger.get("/v1/kbs", headers=bearer(made))
    first = last_used()
    assert first is not None
    stranger.get("/v1/kbs", headers=bearer(made))
    assert last_used() == first
    with database.session() as session:
        session.execute(API_KEY.update().values(last_used_at=first - timedelta(minutes=2)))
    stranger.get("/v1/kbs", headers=bearer(made))
    assert last_used() > first


def test_keys_over_http(service: Application, database: Database) -> None:
    with serving(service, new_key(database)) as client:
        made = client.post("/v1/keys", json={"name": "客服机器人", "scopes": ["read"]})
        assert made.status_code == 201
        text, key_id = made.json()["key"], made.json()["id"]
        assert client.get("/v1/kbs", headers={"Authorization": f"Bearer {text}"}).status_code == 200
        listed = client.get("/v1/keys").json()
        assert (listed["total"], {key["id"] for key in listed["keys"]} >= {key_id}) == (2, True)
        assert text not in client.get("/v1/keys").text + client.get(f"/v1/keys/{key_id}").text
        first = client.delete(f"/v1/keys/{key_id}").json()
        assert client.get("/v1/kbs", headers={"Authorization": f"Bearer {text}"}).status_code == 401
        assert client.delete(f"/v1/keys/{key_id}").json()["revoked_at"] == first["revoked_at"]
        assert client.get("/v1/keys/unknown").status_code == 404
        page = client.get("/v1/keys", params={"limit": 1}).json()
        rest = client.get("/v1/keys", params={"limit": 1, "after": page["next"]}).json()
        assert [page["keys"][0]["id"], rest["keys"][0]["id"]] == sorted(key["id"] for key in listed["keys"])


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a", "scopes": []},
        {"name": "a", "scopes": ["all"]},
        {"name": "", "scopes": ["read"]},
        {"name": " a", "scopes": ["read"]},
        {"name": "a", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z"},
        {"name": "a", "scopes": ["read"], "expires_at": "2090-01-01T00:00:00"},
        {"name": "a", "scopes": ["read"], "tenant": "other"},
    ],
)
def test_a_key_that_cannot_be(client: Client, body: dict[str, Any]) -> None:
    response = client.post("/v1/keys", json=body)
    assert response.status_code in (400, 422), response.text
    assert client.get("/v1/keys").json()["total"] == 0


def test_a_foreign_page_is_refused_with_a_key_too(stranger: Client, database: Database) -> None:
    headers = {**bearer(new_key(database)), "Origin": "https://evil.example"}
    assert stranger.get("/v1/kbs", headers=headers).status_code == 403


def test_open_access_is_for_this_machine_alone(settings: Settings) -> None:
    for address in ("127.0.0.1", "127.9.9.9", "::1"):
        check_exposure(settings, address)
    for address in ("0.0.0.0", "::", "192.168.1.4", "fe80::1%eth0"):  # noqa: S104
        with pytest.raises(ConfigurationError, match="open access"):
            check_exposure(settings, address)
        check_exposure(settings.model_copy(update={"access": "keys"}), address)


def test_the_description_names_keys_and_their_errors(stranger: Client) -> None:
    document = stranger.get("/openapi.json").json()
    schemes = document["components"]["securitySchemes"]
    assert (schemes["bearer"]["scheme"], schemes["header"]["name"]) == ("bearer", "X-API-Key")
    assert document["security"] == [{"bearer": []}, {"header": []}]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            public = operation.get("security") == [{}]
            assert {"401", "429"}.isdisjoint(operation["responses"]) == public, (method, path)
            assert "403" in operation["responses"]


def test_a_request_is_known_by_its_id(stranger: Client) -> None:
    assert stranger.get("/v1/kbs", headers={"X-Request-ID": "auftrag-7"}).headers["x-request-id"] == "auftrag-7"
    made = {
        stranger.get("/v1/kbs", headers={"X-Request-ID": bad}).headers["x-request-id"] for bad in ("", "a b", "x" * 65)
    }
    assert len(made) == 3
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in made)
