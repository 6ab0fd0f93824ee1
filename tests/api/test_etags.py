"""What was shown has a tag: asked for again it costs nothing, and changed only if it is still so."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.http.etags import is_named
from store import holding
from store.engine import Database
from tests.api.conftest import Client, send

BOOKS = "/v1/kbs/books"
BY = {"by": "何静"}
OTHER = {"If-Match": '"0f3c2a9b7e1d4c5a6b8f0f3c2a9b7e1d"'}


def tag(client: Client, path: str, **params: Any) -> dict[str, str]:
    """Return the header that names what ``path`` shows now."""
    response = client.get(path, params=params)
    assert response.status_code == 200, response.text
    return {"If-Match": response.headers["etag"]}


@pytest.fixture
def words(books: Client) -> Client:
    body = {"name": "退货期限", "dimension": "duration", "aliases": ["多久能退"]}
    assert books.post(f"{BOOKS}/vocabulary", json=body, params={"apply": False}).status_code == 201
    return books


def fact_of(client: Client, value: str) -> str:
    facts = client.get(f"{BOOKS}/facts", params={"attribute": "退货期限"}).json()["facts"]
    return next(str(fact["id"]) for fact in facts if fact["value"] == value)


def document_of(client: Client) -> str:
    return str(client.get(f"{BOOKS}/documents").json()["documents"][0]["id"])


def test_what_is_known_is_not_sent_again(words: Client) -> None:
    document, fact = document_of(words), fact_of(words, "15天")
    paths = [
        "/v1/kbs", BOOKS, f"{BOOKS}/documents", f"{BOOKS}/documents/{document}", f"{BOOKS}/documents/{document}/chunks",
        f"{BOOKS}/facts", f"{BOOKS}/facts?count=true", f"{BOOKS}/facts/{fact}", f"{BOOKS}/facts/{fact}/events",
        f"{BOOKS}/facts/{fact}/chunk", f"{BOOKS}/review", f"{BOOKS}/review/{fact}", f"{BOOKS}/conflicts",
        f"{BOOKS}/conflict-rules", f"{BOOKS}/vocabulary", f"{BOOKS}/vocabulary/term?name=退货期限",
        f"{BOOKS}/synonyms", f"{BOOKS}/synonyms/alias?alias=多久能退",
    ]  # fmt: skip
    seen = set()
    for path in paths:
        first = words.get(path)
        assert first.status_code == 200, (path, first.text)
        etag = first.headers["etag"]
        assert etag.startswith('"') and etag.endswith('"')
        assert first.headers["cache-control"] == "private, no-cache"
        for known in (etag, f'"x", {etag}', f"W/{etag}", "*"):
            again = words.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag), path
            assert "content-type" not in again.headers
        assert words.get(path, headers={"If-None-Match": '"x"'}).json() == first.json()
        seen.add(etag)
    # A fact and its entry in the queue are one thing.
    assert len(seen) == len(paths) - 1


def test_a_tag_changes_with_what_it_names(books: Client) -> None:
    before = {
        path: books.get(path).headers["etag"] for path in ("/v1/kbs", BOOKS, f"{BOOKS}/documents", f"{BOOKS}/facts")
    }
    assert {path: books.get(path).headers["etag"] for path in before} == before
    send(books, ("借阅规则.md", "# 借阅规则\n\n图书的借阅期限为14天。\n"))
    assert not [path for path, etag in before.items() if books.get(path).headers["etag"] == etag]


def test_answers_and_errors_have_none(books: Client) -> None:
    assert "etag" not in books.get(f"{BOOKS}/ask", params={"question": "退款？"}).headers
    missing = books.get(f"{BOOKS}/facts/fct_none", headers={"If-None-Match": "*"})
    assert (missing.status_code, "etag" in missing.headers) == (404, False)


@pytest.mark.parametrize("action", ["approve", "reject", "correct", "merge"])
def test_a_fact_is_decided_on_as_it_was_seen(books: Client, action: str) -> None:
    fact = fact_of(books, "15天")
    path, shown = f"{BOOKS}/review/{fact}/{action}", f"{BOOKS}/facts/{fact}"
    send(books, ("会员说明.md", "# 会员说明\n\n金叶会员的退货期限为15天。\n"))
    others = [
        f["id"]
        for f in books.get(f"{BOOKS}/facts", params={"subject": "金叶会员", "attribute": "退货期限"}).json()["facts"]
    ]
    body = {
        **BY,
        **{"correct": {"subject": "金叶卡会员"}, "merge": {"others": [o for o in others if o != fact]}}.get(action, {}),
    }
    seen = tag(books, shown)
    for header in (OTHER, {"If-Match": f"W/{seen['If-Match']}"}):
        refused = books.post(path, json=body, headers=header)
        assert (refused.status_code, refused.json()["type"], refused.json()["place"]) == (
            412,
            "precondition-failed",
            "If-Match",
        )
    assert tag(books, shown) == seen
    assert books.get(f"{shown}/events").json()["events"] == []
    assert books.post(path, json=body, headers=seen).status_code == 200
    assert books.post(path, json=body, headers=seen).status_code == 412
    assert books.post(f"{BOOKS}/review/{fact}/approve", json=BY, headers={"If-Match": "*"}).status_code == 200


def test_a_document_is_deleted_as_it_was_seen(books: Client) -> None:
    document = document_of(books)
    path = f"{BOOKS}/documents/{document}"
    seen = tag(books, path)
    name = books.get(path).json()["source_name"]
    send(books, (name, "# 新规则\n\n运费为8元。\n"))
    document = next(d["id"] for d in books.get(f"{BOOKS}/documents").json()["documents"] if d["source_name"] == name)
    path = f"{BOOKS}/documents/{document}"
    assert books.delete(path, headers=seen).status_code == 412
    assert books.get(path).status_code == 200
    assert books.delete(path, headers=tag(books, path)).status_code == 204
    assert books.delete(path, headers=seen).status_code == 404


def test_a_conflict_is_resolved_as_it_was_seen(books: Client) -> None:
    send(books, ("会员说明.md", "# 会员说明\n\n金叶会员的退货期限为20天。\n"))
    (conflict,) = books.get(f"{BOOKS}/conflicts", params={"state": "all"}).json()["conflicts"]
    path = f"{BOOKS}/conflicts/{conflict['id']}"
    seen, body = tag(books, path), {**BY, "winner": conflict["left"]["id"]}
    assert books.post(f"{path}/resolve", json=body, headers=OTHER).status_code == 412
    assert books.post(f"{path}/resolve", json=body, headers=seen).status_code == 200
    assert books.post(f"{path}/resolve", json={**body, "winner": None}, headers=seen).status_code == 412
    assert books.get(path).json()["winner"] == conflict["left"]["id"]


def test_settings_of_a_knowledge_base(words: Client) -> None:
    mode = f"{BOOKS}/vocabulary/mode"
    seen = tag(words, BOOKS)
    assert words.put(mode, json={"mode": "controlled"}, headers=OTHER).status_code == 412
    assert words.get(BOOKS).json()["mode"] == "open"
    assert words.put(mode, json={"mode": "controlled"}, params={"apply": False}, headers=seen).status_code == 200
    assert words.put(mode, json={"mode": "open"}, headers=seen).status_code == 412
    rules = f"{BOOKS}/conflict-rules"
    seen = tag(words, rules)
    assert words.put(rules, json={"rules": []}, headers=seen).status_code == 200
    assert words.put(rules, json={"rules": ["newer_version"]}, headers=seen).status_code == 412
    assert words.get(rules).json()["rules"] == []
    assert words.delete(BOOKS, headers=OTHER).status_code == 412
    assert words.delete(BOOKS, headers=tag(words, BOOKS)).status_code == 204


def test_words_one_by_one(words: Client) -> None:
    once = {"apply": False}
    term = tag(words, f"{BOOKS}/vocabulary/term", name="退货期限")
    assert words.get(f"{BOOKS}/vocabulary/term", params={"name": "退货期限"}).json()["aliases"] == ["多久能退"]
    changed = {"name": "退货期限", "dimension": "duration", "description": "收货之后"}
    assert words.post(f"{BOOKS}/vocabulary", json=changed, params=once, headers=OTHER).status_code == 412
    assert words.post(f"{BOOKS}/vocabulary", json=changed, params=once, headers=term).status_code == 201
    assert words.post(f"{BOOKS}/vocabulary", json=changed, params=once, headers=term).status_code == 412
    assert words.post(f"{BOOKS}/vocabulary", json={"name": "没有"}, params=once, headers=term).status_code == 412
    alias = tag(words, f"{BOOKS}/synonyms/alias", alias="多久能退")
    body = {"alias": "多久能退", "canonical": "退货期限"}
    assert words.post(f"{BOOKS}/synonyms", json=body, params=once, headers=OTHER).status_code == 412
    assert words.delete(f"{BOOKS}/synonyms", params={"alias": "多久能退", **once}, headers=OTHER).status_code == 412
    assert words.delete(f"{BOOKS}/synonyms", params={"alias": "多久能退", **once}, headers=alias).status_code == 204
    assert words.delete(f"{BOOKS}/synonyms", params={"alias": "多久能退", **once}, headers=alias).status_code == 412
    assert words.delete(f"{BOOKS}/vocabulary", params={"name": "退货期限", **once}, headers=OTHER).status_code == 412
    term = tag(words, f"{BOOKS}/vocabulary/term", name="退货期限")
    assert words.delete(f"{BOOKS}/vocabulary", params={"name": "退货期限", **once}, headers=term).status_code == 200
    assert words.get(f"{BOOKS}/vocabulary/term", params={"name": "退货期限"}).status_code == 404
    assert words.get(f"{BOOKS}/synonyms/alias", params={"alias": "多久能退"}).status_code == 404


def both(monkeypatch: pytest.MonkeyPatch, held: str, work: list[Callable[[], Any]]) -> list[int]:
    """Run two changes so that both have come to the row before either holds it; return their statuses."""
    meeting = threading.Barrier(2, timeout=60)
    real = getattr(holding, held)

    def together(*arguments: Any) -> None:
        meeting.wait()
        real(*arguments)

    monkeypatch.setattr(holding, held, together)
    with ThreadPoolExecutor(2) as pool:
        return sorted(response.status_code for response in pool.map(lambda each: each(), work))


@pytest.mark.parametrize("actions", [("approve", "reject"), ("approve", "approve"), ("reject", "correct")])
def test_of_two_who_decide_at_once_one_does(
    books: Client, monkeypatch: pytest.MonkeyPatch, actions: tuple[str, str]
) -> None:
    fact = fact_of(books, "15天")
    seen = tag(books, f"{BOOKS}/facts/{fact}")

    def decide(action: str) -> Callable[[], Any]:
        body = {**BY, **({"subject": "金叶卡会员"} if action == "correct" else {})}
        return lambda: books.post(f"{BOOKS}/review/{fact}/{action}", json=body, headers=seen)

    assert both(monkeypatch, "hold_fact", [decide(action) for action in actions]) == [200, 412]
    events = books.get(f"{BOOKS}/facts/{fact}/events").json()["events"]
    assert len(events) == 1


def test_of_two_who_delete_at_once_one_does(books: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"{BOOKS}/documents/{document_of(books)}"
    seen = tag(books, path)
    assert both(monkeypatch, "hold_document", [lambda: books.delete(path, headers=seen)] * 2) == [204, 404]


def test_of_two_who_resolve_at_once_one_does(books: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    send(books, ("会员说明.md", "# 会员说明\n\n金叶会员的退货期限为20天。\n"))
    (conflict,) = books.get(f"{BOOKS}/conflicts", params={"state": "all"}).json()["conflicts"]
    path = f"{BOOKS}/conflicts/{conflict['id']}"
    seen = tag(books, path)

    def resolve(winner: str) -> Callable[[], Any]:
        body = {**BY, "winner": conflict[winner]["id"]}
        return lambda: books.post(f"{path}/resolve", json=body, headers=seen)

    assert both(monkeypatch, "hold_conflict", [resolve("left"), resolve("right")]) == [200, 412]


def test_of_two_who_change_settings_at_once_one_does(books: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tag(books, f"{BOOKS}/conflict-rules")

    def change(*rules: str) -> Callable[[], Any]:
        return lambda: books.put(f"{BOOKS}/conflict-rules", json={"rules": list(rules)}, headers=seen)

    assert both(monkeypatch, "hold_knowledge_base", [change(), change("source_priority")]) == [200, 412]


def test_of_two_who_change_a_term_at_once_one_does(words: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tag(words, f"{BOOKS}/vocabulary/term", name="退货期限")

    def change(description: str) -> Callable[[], Any]:
        body = {"name": "退货期限", "dimension": "duration", "description": description}
        return lambda: words.post(f"{BOOKS}/vocabulary", json=body, params={"apply": False}, headers=seen)

    assert both(monkeypatch, "hold_term", [change("甲"), change("乙")]) == [201, 412]


def test_without_a_tag_the_last_one_counts(books: Client, database: Database) -> None:
    fact = fact_of(books, "15天")
    for action, state in (("approve", "approved"), ("reject", "rejected"), ("approve", "approved")):
        assert books.post(f"{BOOKS}/review/{fact}/{action}", json=BY).json()["state"] == state


@pytest.mark.parametrize(
    ("header", "weak", "strong"),
    [('"a"', True, True), ('W/"a"', True, False), ('"b", "a"', True, True), ("*", True, True), ("a", False, False), ("", False, False), ('"b"', False, False)],
)  # fmt: skip
def test_what_a_header_names(header: str, weak: bool, strong: bool) -> None:
    assert (is_named('"a"', header), is_named('"a"', header, weak=False)) == (weak, strong)
