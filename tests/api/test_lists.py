"""Lists come in pages and can be narrowed; settings of a knowledge base are changed one by one."""

from typing import Any

import pytest

from tests.api.conftest import Client, send

BOOKS = "/v1/kbs/books"


def pages(client: Client, path: str, name: str, **params: Any) -> list[list[Any]]:
    """Return all pages of a list; the number on all of them must be told on each."""
    found: list[list[Any]] = []
    after: Any = None
    while True:
        page = client.get(path, params={**params, **({} if after is None else {"after": after})})
        assert page.status_code == 200, page.text
        found.append(page.json()[name])
        after = page.json()["next"]
        if after is None:
            assert page.json()["total"] == sum(map(len, found))
            return found


def test_knowledge_bases_in_pages(client: Client) -> None:
    for name in ("丙", "甲", "乙", "b", "A"):
        client.post("/v1/kbs", json={"name": name})
    whole = [kb["name"] for kb in client.get("/v1/kbs").json()["kbs"]]
    assert whole == sorted(whole)
    found = pages(client, "/v1/kbs", "kbs", limit=2)
    assert [len(page) for page in found] == [2, 2, 1]
    assert [kb["name"] for page in found for kb in page] == whole


def test_chunks_in_pages(books: Client) -> None:
    document = next(d["id"] for d in books.get(f"{BOOKS}/documents").json()["documents"] if d["chunks"] > 1)
    path = f"{BOOKS}/documents/{document}/chunks"
    whole = books.get(path).json()
    assert (whole["next"], whole["total"]) == (None, len(whole["chunks"]))
    assert [page[0] for page in pages(books, path, "chunks", limit=1)] == whole["chunks"]
    assert books.get(path, params={"limit": 0}).status_code == 400


def test_documents_by_name_or_title(books: Client) -> None:
    send(books, ("100%_手册.md", "# Member Guide\n\n积分的有效期为24个月。\n"))

    def names(text: str) -> list[str]:
        page = books.get(f"{BOOKS}/documents", params={"text": text}).json()
        assert page["total"] == len(page["documents"])
        return [document["source_name"] for document in page["documents"]]

    assert names("退货") == ["退货规则.md"]
    assert names("member gUIDE") == ["100%_手册.md"]
    assert names("%") == names("0%_") == ["100%_手册.md"]
    assert names("没有") == []
    assert len(names("")) == 3
    assert [len(page) for page in pages(books, f"{BOOKS}/documents", "documents", text="规则", limit=1)] == [1]


def test_words_by_text(books: Client) -> None:
    for name, aliases in (("退货期限", ["多久能退"]), ("运费", ["邮费"])):
        books.post(f"{BOOKS}/vocabulary", json={"name": name, "aliases": aliases}, params={"apply": False})

    def found(path: str, name: str, text: str) -> list[str]:
        page = books.get(f"{BOOKS}/{path}", params={"text": text}).json()
        key = "name" if name == "terms" else "alias"
        return [entry[key] for entry in page[name]]

    assert found("vocabulary", "terms", "期限") == ["退货期限"]
    assert found("synonyms", "synonyms", "運費") == ["邮费"]
    assert found("synonyms", "synonyms", "多久") == ["多久能退"]
    assert found("vocabulary", "terms", "没有") == []


def test_settings_of_a_knowledge_base(books: Client) -> None:
    changed = books.patch(BOOKS, json={"parser": "local", "llm_facts": False})
    assert changed.status_code == 200
    assert changed.json()["settings"] == {"parser": "local", "llm_facts": False}
    assert books.patch(BOOKS, json={"llm_facts": None}).json()["settings"] == {"parser": "local"}
    tag = {"If-Match": books.get(BOOKS).headers["etag"]}
    assert books.patch(BOOKS, json={"parser": None}, headers=tag).json()["settings"] == {}
    assert books.patch(BOOKS, json={"parser": "remote"}, headers=tag).status_code == 412
    assert books.get(BOOKS).json()["settings"] == {}


@pytest.mark.parametrize("body", [{}, {"parser": "magic"}, {"name": "x"}, {"llm_facts": "no"}, []])
def test_settings_that_cannot_be(books: Client, body: Any) -> None:
    assert books.patch(BOOKS, json=body).status_code in (400, 422)
    assert books.get(BOOKS).json()["settings"] == {}


def test_nothing_to_change_in_what_is_not_there(client: Client) -> None:
    assert client.patch("/v1/kbs/没有", json={}).status_code == 404
