"""Vocabulary and synonyms over HTTP: changes act at once, proposals never, contradictions are refused by name."""

from typing import Any

import pytest
import yaml
from litestar.testing import TestClient

from service.wiring import Application
from store import facts as fact_store
from store import knowledge_bases, synonyms
from store.fact_filter import FactFilter
from tests.api.conftest import send

Client = TestClient[Any]
SYNONYMS, VOCABULARY = "/v1/kbs/books/synonyms", "/v1/kbs/books/vocabulary"
WORDS = """
attributes:
  - {name: 退货期限, dimension: duration}
  - {name: 退款到账时效, dimension: business_days, aliases: [退款到账时间]}
  - {name: 送达时效, dimension: business_days, aliases: [送达时间]}
"""


def add(client: Client, alias: str, canonical: str, **more: Any) -> Any:
    return client.post(SYNONYMS, json={"alias": alias, "canonical": canonical, **more}, params={"apply": "false"})


def listed(client: Client, **params: Any) -> list[tuple[str, str, str]]:
    found = client.get(SYNONYMS, params=params).json()["synonyms"]
    return [(item["alias"], item["canonical"], item["state"]) for item in found]


def upload(client: Client, path: str, text: str, name: str = "words.yaml", **params: Any) -> Any:
    return client.post(f"{path}/import", files={"file": (name, text.encode())}, params=params)


def attributes(client: Client) -> set[str]:
    found = client.get("/v1/kbs/books/facts", params={"limit": 1000}).json()["facts"]
    return {fact["attribute"] for fact in found}


def mentioned(client: Client, question: str) -> set[str]:
    answer = client.post("/v1/kbs/books/ask", json={"question": question}).json()
    return {mention["canonical"] for mention in answer["trace"]["question"]["mentions"]}


def test_an_alias_acts_with_the_next_question(books: Client) -> None:
    question = "金叶会员的反悔天数是多少？"
    assert "退货期限" not in mentioned(books, question)
    assert add(books, "反悔天数", "退货期限").status_code == 201
    assert "退货期限" in mentioned(books, question)
    assert books.delete(SYNONYMS, params={"alias": "反悔天数", "apply": "false"}).status_code == 204
    assert "退货期限" not in mentioned(books, question)


def test_an_alias_finds_facts(books: Client) -> None:
    add(books, "反悔天数", "退货期限")
    found = books.get("/v1/kbs/books/facts", params={"where": "attribute=反悔天数"}).json()
    assert {fact["value"] for fact in found["facts"]} == {"7天", "15天", "30天"}


@pytest.mark.parametrize("origin", ["review", "model", "document", "query_log"])
def test_a_proposal_never_acts_until_accepted(books: Client, origin: str) -> None:
    stored = add(books, "反悔天数", "退货期限", state="proposed", origin=origin)
    assert (stored.json()["state"], stored.json()["origin"]) == ("proposed", origin)
    question = "金叶会员的反悔天数是多少？"
    assert "退货期限" not in mentioned(books, question)
    assert not books.get("/v1/kbs/books/facts", params={"where": "attribute=反悔天数"}).json()["facts"]
    assert listed(books, state="proposed") == [("反悔天数", "退货期限", "proposed")]
    accepted = books.post(f"{SYNONYMS}/accept", json={"alias": "反悔天数"}, params={"apply": "false"})
    assert (accepted.status_code, accepted.json()["state"]) == (200, "accepted")
    assert "退货期限" in mentioned(books, question)


def test_what_was_rejected_is_not_proposed_again(books: Client) -> None:
    add(books, "反悔天数", "退货期限", state="proposed", origin="review")
    books.post(f"{SYNONYMS}/reject", json={"alias": "反悔天数"}, params={"apply": "false"})
    add(books, "反悔天数", "退货期限", state="proposed", origin="model")
    assert listed(books) == [("反悔天数", "退货期限", "rejected")]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (("时限", "退货期限"), ("时限", "送达时间"), ("时限", "退货期限", "送达时间")),
        (("时 限", "退货期限"), ("时限", "送达时间"), ("时限", "退货期限", "送达时间")),
        (("乙期", "丙期"), ("甲期", "乙期"), ("甲期", "乙期", "丙期")),
        (("甲期", "乙期"), ("乙期", "甲期"), ("甲期", "乙期")),
    ],
)
def test_contradictions_are_refused_by_name(
    books: Client, first: tuple[str, str], second: tuple[str, str], words: tuple[str, ...]
) -> None:
    assert add(books, *first).status_code == 201
    refused = add(books, *second)
    assert refused.status_code == 409
    assert all(word in refused.json()["detail"] for word in words), refused.text
    assert len(listed(books)) == 1


def test_accepting_a_contradiction_is_refused_and_changes_nothing(books: Client) -> None:
    add(books, "甲期", "乙期")
    add(books, "乙期", "甲期", state="proposed")
    assert books.post(f"{SYNONYMS}/accept", json={"alias": "乙期"}).status_code == 409
    assert ("乙期", "甲期", "proposed") in listed(books)


def test_aliases_follow_their_word(books: Client) -> None:
    add(books, "甲期", "乙期")
    add(books, "丁期", "乙期", scope="图书")
    assert add(books, "乙期", "丙期").status_code == 201
    assert {(alias, canonical) for alias, canonical, _ in listed(books)} == {
        ("甲期", "丙期"), ("乙期", "丙期"), ("丁期", "丙期")
    }  # fmt: skip


def test_a_term_that_a_new_vocabulary_calls_an_alias_becomes_one(books: Client) -> None:
    upload(books, VOCABULARY, WORDS, apply="false")
    newer = "attributes:\n  - {name: 到货时间, dimension: business_days, aliases: [送达时效]}\n"
    assert upload(books, VOCABULARY, newer, apply="false").status_code == 200
    terms = {
        term["name"]: term["aliases"] for term in books.get(VOCABULARY, params={"state": "accepted"}).json()["terms"]
    }
    assert "送达时效" not in terms
    assert sorted(terms["到货时间"]) == ["送达时效", "送达时间"]


def test_a_scope_keeps_two_meanings_apart(books: Client) -> None:
    assert add(books, "时限", "退货期限", scope="图书").status_code == 201
    assert add(books, "时限", "送达时间", scope="文具").status_code == 201
    assert listed(books, scope="文具") == [("时限", "送达时间", "accepted")]
    assert books.delete(SYNONYMS, params={"alias": "时限", "scope": "文具", "apply": "false"}).status_code == 204
    assert listed(books) == [("时限", "退货期限", "accepted")]


def test_a_word_of_the_vocabulary_is_no_alias(books: Client) -> None:
    upload(books, VOCABULARY, WORDS, apply="false")
    refused = add(books, "送达时效", "退货期限")
    assert refused.status_code == 409
    assert "送达时效" in refused.json()["detail"]
    term = books.post(VOCABULARY, json={"name": "送达时间"}, params={"apply": "false"})
    assert term.status_code == 409


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", f"{SYNONYMS}/accept", {"alias": "没有"}),
        ("post", f"{VOCABULARY}/accept", {"names": ["没有"]}),
        ("post", "/v1/kbs/nowhere/synonyms", {"alias": "甲", "canonical": "乙"}),
    ],
)
def test_what_is_not_there(books: Client, method: str, path: str, body: dict[str, Any]) -> None:
    assert getattr(books, method)(path, json=body).status_code == 404


@pytest.mark.parametrize(
    "body", [{"alias": "甲"}, {"alias": "", "canonical": "乙"}, {"alias": "甲", "canonical": "乙", "kind": "colour"}]
)
def test_a_bad_synonym(books: Client, body: dict[str, Any]) -> None:
    response = books.post(SYNONYMS, json=body)
    assert response.status_code in (400, 422)
    assert response.headers["content-type"].startswith("application/problem+json")


def test_pages_hold_every_synonym_once(books: Client) -> None:
    for number in range(7):
        add(books, f"别名{number}", "退货期限")
    seen: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = books.get(SYNONYMS, params={"limit": 3, **after}).json()
        assert page["total"] == 7
        seen += [item["alias"] for item in page["synonyms"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert seen == [f"别名{number}" for number in range(7)]
    assert books.get(SYNONYMS, params={"after": "x"}).status_code == 422


def test_a_vocabulary_renames_stored_facts_and_keeps_strangers_waiting(books: Client) -> None:
    before = attributes(books)
    assert {"退款到账时间", "送达时间"} <= before
    result = upload(books, VOCABULARY, WORDS)
    assert result.status_code == 200, result.text
    assert result.json()["extracted"] > 0
    assert attributes(books) == {"退货期限", "退款到账时效", "送达时效"}
    page = books.get(VOCABULARY, params={"state": "proposed"}).json()
    assert page["mode"] == "controlled"
    waiting = {term["name"] for term in page["terms"]}
    assert waiting and waiting.isdisjoint(attributes(books))
    accepted = sorted(waiting)[0]
    books.post(f"{VOCABULARY}/accept", json={"names": [accepted]})
    assert accepted in attributes(books)
    books.put(f"{VOCABULARY}/mode", json={"mode": "open"})
    assert attributes(books) >= waiting


def test_approval_outlives_a_new_name(books: Client, application: Application) -> None:
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "books")
        fact = fact_store.select(session, kb.id, FactFilter(attributes=("送达时间",)))[0]
        fact_store.set_state(session, kb.id, [fact.id], "approved")
    upload(books, VOCABULARY, WORDS)
    with application.database.session() as session:
        renamed = fact_store.by_ids(session, kb.id, [fact.id])[fact.id]
    assert (renamed.attribute, renamed.value, renamed.state) == ("送达时效", fact.value, "approved")


def test_an_alias_of_a_scope_names_facts_of_that_scope_alone(client: Client) -> None:
    client.post("/v1/kbs", json={"name": "books"})
    stationery = "---\nproduct_line: 文具\n---\n\n# 文具说明\n\n文具的退换时限为3天。\n"
    assert (
        send(client, ("图书.md", "# 图书说明\n\n图书的退换时限为9天。\n"), ("文具.md", stationery)).status_code == 201
    )
    response = client.post(
        SYNONYMS, json={"alias": "退换时限", "canonical": "文具退换期限", "scope": "文具"}, params={"apply": "true"}
    )
    assert response.status_code == 201
    found = client.get("/v1/kbs/books/facts").json()["facts"]
    assert {(fact["value"], fact["attribute"]) for fact in found} == {("3天", "文具退换期限"), ("9天", "退换时限")}


def test_control_needs_a_vocabulary(books: Client) -> None:
    refused = books.put(f"{VOCABULARY}/mode", json={"mode": "controlled"})
    assert refused.status_code == 404
    assert "退货期限" in attributes(books)


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("词.yaml", "attributes:\n  - {name: 甲, dimension: 时长}\n", "词.yaml: attributes[1].dimension"),
        ("词.yaml", "attributes: [\n", "词.yaml, line"),
        ("词.csv", "kind,name\nattribute\n", "词.csv, line 2"),
        ("../../词.csv", "name,colour\n甲,红\n", "词.csv"),
    ],
)
def test_a_bad_file_changes_nothing(books: Client, name: str, text: str, place: str) -> None:
    before = books.get(VOCABULARY).json()
    response = upload(books, VOCABULARY, text, name)
    assert response.status_code == 422
    assert response.json()["place"].startswith(place)
    assert books.get(VOCABULARY).json() == before


@pytest.mark.parametrize("form", ["yaml", "csv"])
def test_what_is_exported_can_be_imported(books: Client, form: str) -> None:
    upload(books, VOCABULARY, WORDS, apply="false")
    add(books, "到货", "送达时效", scope="图书")
    words = books.get(f"{VOCABULARY}/export", params={"format": form})
    aliases = books.get(f"{SYNONYMS}/export", params={"format": form})
    assert f"vocabulary.{form}" in words.headers["content-disposition"]
    before = (books.get(VOCABULARY).json(), listed(books))
    for path, text in ((VOCABULARY, words.text), (SYNONYMS, aliases.text)):
        assert upload(books, path, text, f"w.{form}", replacing="true", apply="false").status_code == 200
    assert (books.get(VOCABULARY).json(), listed(books)) == before


def test_a_vocabulary_is_proposed_and_kept(books: Client, application: Application) -> None:
    found = books.post(f"{VOCABULARY}/propose").json()
    names = {item["name"]: item for item in found["attributes"]}
    assert "退货期限" in names
    assert names["退货期限"]["dimension"] == "duration"
    assert all(example["document"] for item in found["attributes"] for example in item["examples"])
    assert books.get(VOCABULARY, params={"state": "proposed"}).json()["total"] == 0
    books.post(f"{VOCABULARY}/propose", params={"save": "true"})
    waiting = books.get(VOCABULARY, params={"state": "proposed"}).json()["terms"]
    assert {term["name"] for term in waiting} == set(names)
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "books")
        assert all(item.state == "proposed" for item in synonyms.listing(session, kb.id))


def test_a_term_goes_with_its_aliases(books: Client) -> None:
    upload(books, VOCABULARY, WORDS, apply="false")
    gone = books.delete(VOCABULARY, params={"name": "送达时效", "apply": "false"})
    assert (gone.status_code, gone.json()["changed"]) == (200, 2)
    assert "送达时间" not in [alias for alias, _, _ in listed(books)]
    assert yaml.safe_load(books.get(f"{VOCABULARY}/export").text)["attributes"][0]["name"] == "退款到账时效"
