"""Review and conflicts over HTTP and on the command line: the same services, the same words."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from core.settings import Settings
from service.cli.app import app
from service.http.app import create_app
from service.wiring import build
from store.engine import Database
from tests.api.conftest import send
from tests.conftest import Addresses, as_text
from tests.integration.loading.conftest import CountingEmbedder

Client = TestClient[Any]
RULES = "# 青禾书店退货规则\n\n## 期限\n\n金卡会员的退货期限为15天。\n\n## 费用\n\n上门取件费为12元。\n"
HANDBOOK = "# 青禾会员手册\n\n## 权益\n\n金卡会员的退货期限为30天。\n"
BASE = "/v1/kbs/books"


@pytest.fixture
def client(settings: Settings, database: Database) -> Iterator[Client]:
    """A service whose vectors cost nothing; review does not look at them."""
    with TestClient(create_app(build(settings, database, CountingEmbedder()))) as opened:
        assert opened.post("/v1/kbs", json={"name": "books"}).status_code == 201
        assert send(opened, ("退货规则.md", RULES), ("会员手册.md", HANDBOOK)).status_code == 201
        yield opened


@pytest.fixture
def environment(addresses: Addresses, settings: Settings) -> dict[str, str]:
    return {
        "DATABASE_URL": as_text(addresses.application),
        "DIANMIAN_HOME": str(settings.home),
        "DIANMIAN_LOG_LEVEL": "error",
    }


def run(environment: dict[str, str], *words: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, [*words, "--kb", "books", "--json"], env=environment)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def ok(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.text
    return response.json()


def both(client: Client) -> list[dict[str, Any]]:
    """Return the facts of the one open conflict."""
    (conflict,) = ok(client.get(f"{BASE}/conflicts"))["conflicts"]
    return [conflict["left"], conflict["right"]]


def test_the_queue_and_one_entry(client: Client) -> None:
    page = ok(client.get(f"{BASE}/review", params={"reason": "conflict"}))
    assert page["total"] == 2
    assert {item["fact"]["value"] for item in page["items"]} == {"15天", "30天"}
    assert {item["document"] for item in page["items"]} == {"退货规则.md", "会员手册.md"}
    fact = page["items"][0]["fact"]
    for place in ("review", "facts"):
        shown = ok(client.get(f"{BASE}/{place}/{fact['id']}"))
        assert shown["fact"] == fact
        assert shown["chunk"]["text"][fact["quote_start"] : fact["quote_end"]] == fact["quote"]
        assert len(shown["conflicts"]) == 1
        assert "conflict" in shown["reasons"]


def test_links_both_ways(client: Client) -> None:
    fact = both(client)[0]
    chunk = ok(client.get(f"{BASE}/facts/{fact['id']}/chunk"))
    assert chunk["id"] == fact["chunk_id"]
    assert chunk == ok(client.get(f"{BASE}/chunks/{chunk['id']}"))
    assert fact in ok(client.get(f"{BASE}/chunks/{chunk['id']}/facts"))["facts"]


def test_approving_and_rejecting(client: Client) -> None:
    one, other = both(client)
    done = ok(client.post(f"{BASE}/review/{one['id']}/approve", json={"by": "何静", "note": "已核对"}))
    assert done["state"] == "approved"
    assert ok(client.post(f"{BASE}/review/{other['id']}/reject", json={"by": "何静"}))["state"] == "rejected"
    (event,) = ok(client.get(f"{BASE}/facts/{one['id']}/events"))["events"]
    assert (event["actor"], event["action"], event["note"]) == ("何静", "approve", "已核对")
    assert ok(client.get(f"{BASE}/conflicts"))["total"] == 0
    assert ok(client.get(f"{BASE}/conflicts", params={"state": "resolved"}))["total"] == 1


def test_correcting_and_merging(client: Client) -> None:
    one, other = sorted(both(client), key=lambda fact: fact["value"])
    refused = client.post(f"{BASE}/review/{other['id']}/correct", json={"by": "何静", "value": "15天"})
    assert ok(refused, 422)["place"] == "value"
    wanted = {"by": "何静", "value": "15天", "subject": "金叶会员", "source_wrong": True}
    done = ok(client.post(f"{BASE}/review/{other['id']}/correct", json=wanted))
    assert (done["fact"]["value"], done["fact"]["origin"], done["replaced"][0]["state"]) == (
        "15天",
        "person",
        "rejected",
    )
    assert done["proposals"] == [{"kind": "subject", "alias": "金卡会员", "canonical": "金叶会员", "refused": ""}]
    merge = {"by": "何静", "others": [one["id"]]}
    merged = ok(client.post(f"{BASE}/review/{done['fact']['id']}/merge", json=merge))
    assert [fact["state"] for fact in merged["replaced"]] == ["superseded"]


def test_resolving(client: Client) -> None:
    (conflict,) = ok(client.get(f"{BASE}/conflicts"))["conflicts"]
    path = f"{BASE}/conflicts/{conflict['id']}"
    done = ok(client.post(f"{path}/resolve", json={"by": "何静", "winner": conflict["left"]["id"]}))
    assert (done["state"], done["outcome"], done["rule"], done["decided_by"]) == ("resolved", "left", "person", "何静")
    assert done == ok(client.get(path))
    assert done["right"]["state"] == "superseded"
    loser = ok(client.get(f"{BASE}/facts/{conflict['right']['id']}"))
    assert (loser["superseded_by"], loser["superseded_rule"]) == (conflict["left"]["id"], "person")
    again = ok(client.post(f"{path}/resolve", json={"by": "何静", "winner": None}))
    assert (again["outcome"], again["right"]["state"]) == ("both", "candidate")


def test_rules_and_scan(client: Client) -> None:
    assert ok(client.get(f"{BASE}/conflict-rules"))["rules"] == ["newer_version", "source_priority"]
    chosen = ok(client.put(f"{BASE}/conflict-rules", json={"rules": ["source_priority"]}))
    assert chosen["rules"] == ["source_priority"]
    assert ok(client.post(f"{BASE}/conflicts/scan")) == {"conflicts": 1, "open": 1, "crowded": []}
    assert ok(client.put(f"{BASE}/conflict-rules", json={"rules": ["older"]}), 422)["place"] == "rules"


def test_precision(client: Client) -> None:
    report = ok(client.get(f"{BASE}/review/precision"))
    assert (report["overall"]["judged"], report["overall"]["estimate"], report["sample_rate"]) == (0, None, 0.1)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("get", "review/fct_none", None, 404),
        ("get", "facts/fct_none", None, 404),
        ("get", "facts/fct_none/events", None, 404),
        ("get", "chunks/chk_none/facts", None, 404),
        ("get", "conflicts/cfl_none", None, 404),
        ("get", "conflicts?state=odd", None, 422),
        ("get", "review?reason=mood", None, 422),
        ("get", "review?after=x", None, 422),
        ("post", "review/fct_none/approve", {"by": "何静"}, 404),
        ("post", "review/fct_none/approve", {}, 400),
        ("post", "review/fct_none/approve", {"by": ""}, 400),
        ("post", "review/fct_none/merge", {"by": "何静", "others": []}, 400),
        ("post", "conflicts/cfl_none/resolve", {"by": "何静", "winner": None}, 404),
        ("post", "conflicts/cfl_none/resolve", {"by": "何静"}, 400),
    ],
)
def test_what_does_not_fit_is_a_problem(client: Client, method: str, path: str, body: Any, status: int) -> None:
    response = client.request(method, f"{BASE}/{path}", json=body)
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("application/problem+json")


def test_another_tenants_facts_are_unknown(client: Client, settings: Settings, database: Database) -> None:
    fact = both(client)[0]
    (conflict,) = ok(client.get(f"{BASE}/conflicts"))["conflicts"]
    theirs = Database(database._engine.url, database._owner, "other")
    try:
        with TestClient(create_app(build(settings, theirs, CountingEmbedder()))) as stranger:
            assert stranger.post("/v1/kbs", json={"name": "books"}).status_code == 201
            for path in (f"facts/{fact['id']}", f"review/{fact['id']}", f"conflicts/{conflict['id']}"):
                assert stranger.get(f"{BASE}/{path}").status_code == 404
            response = stranger.post(f"{BASE}/review/{fact['id']}/approve", json={"by": "谁"})
            assert response.status_code == 404
    finally:
        theirs.close()


def test_the_command_line_says_the_same(client: Client, environment: dict[str, str]) -> None:
    page = run(environment, "review", "list", "--reason", "conflict")
    assert page == ok(client.get(f"{BASE}/review", params={"reason": "conflict"}))
    conflicts = run(environment, "conflicts", "list")
    assert conflicts == ok(client.get(f"{BASE}/conflicts"))
    fact = page["items"][0]["fact"]
    assert run(environment, "review", "show", fact["id"]) == ok(client.get(f"{BASE}/review/{fact['id']}"))
    assert run(environment, "review", "chunk", fact["chunk_id"])["facts"][0]["chunk_id"] == fact["chunk_id"]
    done = run(environment, "review", "approve", fact["id"], "--by", "何静")
    assert done["state"] == "approved"
    other = page["items"][1]["fact"]
    assert run(environment, "review", "reject", other["id"], "--note", "过时")["state"] == "rejected"
    corrected = run(environment, "review", "correct", fact["id"], "--subject", "金叶会员", "--by", "何静")
    assert corrected["proposals"][0]["canonical"] == "金叶会员"
    assert run(environment, "review", "precision") == ok(client.get(f"{BASE}/review/precision"))
    assert run(environment, "conflicts", "rules", "--use", "newer_version")["rules"] == ["newer_version"]
    assert run(environment, "conflicts", "scan")["open"] == 0


def test_resolving_on_the_command_line(client: Client, environment: dict[str, str]) -> None:
    (conflict,) = ok(client.get(f"{BASE}/conflicts"))["conflicts"]
    refused = run(environment, "conflicts", "resolve", conflict["id"], code=65)
    assert refused["place"] == "--winner"
    winner = conflict["left"]["id"]
    done = run(environment, "conflicts", "resolve", conflict["id"], "--winner", winner, "--by", "何静")
    assert done == run(environment, "conflicts", "show", conflict["id"])
    assert done["winner"] == winner
    both_hold = run(environment, "conflicts", "resolve", conflict["id"], "--both")
    assert both_hold["outcome"] == "both"
    merged = run(environment, "review", "merge", winner, conflict["right"]["id"], code=65)
    assert "another value" in merged["detail"]


@pytest.mark.parametrize(
    "words",
    [("review", "list"), ("review", "precision"), ("conflicts", "list"), ("conflicts", "rules"), ("conflicts", "scan")],
)
def test_tables_are_printed(client: Client, environment: dict[str, str], words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, [*words, "--kb", "books"], env={**environment, "COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()
