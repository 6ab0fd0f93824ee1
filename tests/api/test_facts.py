"""Facts over HTTP."""

from typing import Any

import pytest
from litestar.testing import TestClient

Client = TestClient[Any]


def facts(client: Client, **filters: Any) -> list[dict[str, Any]]:
    response = client.get("/v1/kbs/books/facts", params=filters)
    assert response.status_code == 200, response.text
    return list(response.json()["facts"])


def values(found: list[dict[str, Any]]) -> set[str]:
    return {fact["value"] for fact in found}


def test_filters_restrict(books: Client) -> None:
    everything = facts(books)
    assert {"7天", "15天", "30天"} <= values(everything)
    assert values(facts(books, subject="金叶会员")) == {"15天"}
    assert {"7天", "15天", "30天"} == values(facts(books, attribute="退货期限"))
    assert {"7天", "15天"} == values(facts(books, subject=["普通会员", "金叶会员"], attribute="退货期限"))
    assert {fact["document_id"] for fact in facts(books, document="退货规则.md")} < {
        fact["document_id"] for fact in everything
    }
    assert facts(books, text="银杏") and all("银杏" in str(fact) for fact in facts(books, text="银杏"))


def test_values_compare_across_units(books: Client) -> None:
    found = facts(books, attribute="退货期限", value=">=2周")
    assert values(found) == {"15天", "30天"}
    assert found[0]["quantity"]["canonical_low"] in ("15", "30")


def test_sorted_by_value(books: Client) -> None:
    rising = [fact["value"] for fact in facts(books, attribute="退货期限", sort="value")]
    assert rising == ["7天", "15天", "30天"]
    assert [fact["value"] for fact in facts(books, attribute="退货期限", sort="-value")] == rising[::-1]


@pytest.mark.parametrize("sort", [None, "value", "-value"])
def test_pages_hold_every_fact_once(books: Client, sort: str | None) -> None:
    order = {"sort": sort} if sort else {}
    whole = [fact["id"] for fact in facts(books, limit=1000, **order)]
    seen: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = books.get("/v1/kbs/books/facts", params={"limit": 2, **order, **after}).json()
        assert page["total"] == len(whole)
        seen += [fact["id"] for fact in page["facts"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert seen == whole


def test_a_quote_is_verbatim(books: Client) -> None:
    for fact in facts(books):
        chunks = books.get(f"/v1/kbs/books/documents/{fact['document_id']}/chunks").json()["chunks"]
        text = next(chunk["text"] for chunk in chunks if chunk["id"] == fact["chunk_id"])
        assert text[fact["quote_start"] : fact["quote_end"]] == fact["quote"]
        assert fact["value"] in text


@pytest.mark.parametrize(
    ("filters", "status"),
    [
        ({"value": "很久"}, 422),
        ({"document": "没有.md"}, 404),
        ({"sort": "size"}, 400),
        ({"limit": 0}, 400),
        ({"limit": 1001}, 400),
        ({"limit": "x"}, 400),
    ],
)
def test_a_bad_filter_is_refused(books: Client, filters: dict[str, Any], status: int) -> None:
    response = books.get("/v1/kbs/books/facts", params=filters)
    assert response.status_code == status
    assert response.json()["place"]
