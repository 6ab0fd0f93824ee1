"""No secret is ever in a log, whatever goes wrong: a real server at its most talkative, and every way to fail."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.settings import Settings, load_settings
from service.access.key_text import new_key as key_text
from service.logs import configure
from service.secrecy import secrets_of, struck
from store.engine import Database
from tests.api.conftest import send
from tests.api.keyed import bearer, keyed, new_key, serving

ROOT = Path(__file__).parents[2]
PASSWORD = "s3hr-geheim"
MODEL_KEY = "sk-modell-4711"
PARSER_KEY = "zerleger-0815"
SECRETS = (PASSWORD, MODEL_KEY, PARSER_KEY)


def environment(settings: Settings) -> dict[str, str]:
    """Return settings full of secrets; the models they name are not there."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("DIANMIAN_")},
        "DIANMIAN_HOME": str(settings.home),
        "DATABASE_URL": settings.database_url.replace("@", f":{PASSWORD}@", 1),
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url.replace("@", f":{PASSWORD}@", 1),
        "DIANMIAN_ACCESS": "keys",
        "DIANMIAN_LOG_LEVEL": "debug",
        "DIANMIAN_LLM_URL": "http://127.0.0.1:9/v1",
        "DIANMIAN_LLM_KEY": MODEL_KEY,
        "DIANMIAN_LLM_MODEL": "m",
        "DIANMIAN_LLM_TIMEOUT": "2",
        "DIANMIAN_PARSER_URL": "http://127.0.0.1:9/parse",
        "DIANMIAN_PARSER_API_KEY": PARSER_KEY,
    }


@contextmanager
def server(variables: dict[str, str], log: Path) -> Iterator[str]:
    """Run ``dianmian serve``; all it says goes to ``log``."""
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--json"],
            cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=stderr, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            said = ""
            while not said.rstrip().endswith("}"):
                line = process.stdout.readline()
                assert line, log.read_text()
                said += line
            yield json.loads(said)["url"]
        finally:
            process.terminate()
            process.wait(timeout=60)


def test_a_talkative_server_keeps_them(settings: Settings, database: Database, tmp_path: Path) -> None:
    made, unknown, mistyped = new_key(database).secret.text, key_text().text, key_text().text[:-1] + "!"
    log = tmp_path / "log"
    with server(environment(settings), log) as url, httpx.Client(base_url=url, timeout=60) as client:
        good = {"Authorization": f"Bearer {made}"}
        assert client.post("/v1/kbs", json={"name": "books"}, headers=good).status_code == 201
        for bad in (unknown, mistyped):
            assert client.get("/v1/kbs", headers={"X-API-Key": bad}).status_code == 401
        # Where a key does not belong, people put it nevertheless.
        client.get(f"/v1/kbs/{made}?key={made}", headers=good)
        client.post("/v1/kbs", json={"name": made, "x": made}, headers=good)
        client.post("/v1/keys", json={"name": "a", "scopes": [made]}, headers=good)
        client.get("/v1/kbs", headers={**good, "X-Request-ID": made, "Cookie": made, "User-Agent": made})
        text = "# 借阅\n\n普通读者每次可以借阅图书14天，逾期每天收取费用0.5元。\n"
        loaded = client.post("/v1/kbs/books/documents", files={"files": ("借阅.md", text.encode())}, headers=good)
        remote = client.post(
            "/v1/kbs/books/documents?parser=remote", files={"files": ("借阅.pdf", b"%PDF-1.7")}, headers=good
        )
        asked = client.post("/v1/kbs/books/ask", json={"question": "可以借阅几天？"}, headers=good)
        created = client.post("/v1/keys", json={"name": "b", "scopes": ["read"]}, headers=good).json()["key"]
        answers = loaded.text + remote.text + asked.text
    said = log.read_text("utf-8")
    assert '"request"' in said
    hidden = (*SECRETS, made, unknown, mistyped, created)
    parts = {part for text in hidden for part in (text, text.split("_", 2)[-1])}
    assert [part for part in parts if part in said] == []
    assert [part for part in SECRETS if part in answers] == []


@pytest.mark.parametrize("words", [["status"], ["serve", "--port", "0"], ["migrate"]])
def test_nor_does_a_command_tell_them(settings: Settings, words: list[str]) -> None:
    for url in (
        f"postgresql://dianmian:{PASSWORD}@127.0.0.1:9/dianmian",
        f"postgresql://dianmian:{PASSWORD}@[::1/dianmian",
        f"mysql://dianmian:{PASSWORD}@127.0.0.1/x",
    ):
        variables = {**environment(settings), "DATABASE_URL": url, "DIANMIAN_ADMIN_DATABASE_URL": ""}
        done = subprocess.run(
            [sys.executable, "-m", "service.cli", *words], cwd=ROOT, env=variables, capture_output=True, text=True,
            timeout=120,
        )  # fmt: skip
        assert done.returncode not in (0, 70), done.stderr
        assert not any(secret in done.stdout + done.stderr for secret in SECRETS)


class Failing:
    """A retriever that fails with words that hold secrets."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def ask(self, *_: Any, **__: Any) -> None:
        raise self._error


def test_nor_does_an_exception_of_a_handler(
    settings: Settings, database: Database, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    full = settings.model_copy(update={"llm_key": MODEL_KEY, "parser_api_key": PARSER_KEY})
    configure("debug", "json", secrets_of(full))
    caplog.set_level("DEBUG")
    made = new_key(database)
    told = f"{made.secret.text} {MODEL_KEY} postgresql://u:{PASSWORD}@h/d password={PASSWORD} api_key: '{PASSWORD}' Bearer {PARSER_KEY}"
    with serving(keyed(full, database), made) as client:
        client.post("/v1/kbs", json={"name": "books"})
        assert send(client, ("规则.md", "# 借阅\n\n普通读者每次可以借阅图书14天。\n")).status_code == 201
    for error in (RuntimeError(told), ValueError({"a": told}), KeyError(told)):
        broken = dataclasses.replace(keyed(full, database), retriever=Failing(error))  # type: ignore[arg-type]
        with serving(broken, made) as client:
            response = client.post("/v1/kbs/books/ask", json={"question": "几天？"})
            assert (response.status_code, response.json()["detail"]) == (500, "something went wrong")
            unknown = {"Authorization": f"Bearer {key_text().text}"}
            assert client.get("/v1/kbs", headers=unknown).status_code == 401
    said = capfd.readouterr().err + caplog.text
    assert said.count("Traceback") >= 3
    assert [secret for secret in (*SECRETS, made.secret.text) if secret in said] == []
    assert made.key.id in said


def test_a_key_is_not_in_the_trail_nor_its_digest_in_a_response(settings: Settings, database: Database) -> None:
    made = new_key(database)
    with serving(keyed(settings, database), made) as client:
        fresh = client.post("/v1/keys", json={"name": "b", "scopes": ["read"]}).json()["key"]
        shown = client.get("/v1/audit").text + client.get("/v1/keys").text
    assert [text for text in (fresh, made.secret.text, made.secret.digest) if text in shown] == []
    assert bearer(made)["Authorization"] not in repr(made)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("the key dm_0123456789ab_abcdefghij-_K is bad", "the key dm_0123456789ab_[struck] is bad"),
        ("postgresql://app:geheim@host:5432/db", "postgresql://app:[struck]@host:5432/db"),
        ("http://host:8080/path?at=a@b", "http://host:8080/path?at=a@b"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer [struck]"),
        ("{'api_key': 'abc', 'n': 1}", "{'api_key': '[struck]', 'n': 1}"),
        ("password=geheim&x=1", "password=[struck]&x=1"),
        ("the passwort is 37天", "the passwort is 37天"),
    ],
)
def test_what_looks_like_a_secret_is_struck(text: str, left: str) -> None:
    assert struck(text, ()) == left


def test_every_setting_that_is_a_secret_is_known_as_one() -> None:
    names = {
        name for name in Settings.model_fields if re.search(r"(_|^)(key|password|secret|token)$|database_url", name)
    }
    assert {name for name, field in Settings.model_fields.items() if not field.repr} >= names
    settings = load_settings(
        DATABASE_URL=f"postgresql://u:{PASSWORD}%21@h/d", llm_key=MODEL_KEY, rerank_key="abc", _env_file=None
    )
    assert {f"{PASSWORD}!", MODEL_KEY} <= secrets_of(settings)
    assert "abc" not in secrets_of(settings)
    assert not any(secret in repr(settings) for secret in (PASSWORD, MODEL_KEY))
