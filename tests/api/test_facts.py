"""Facts over HTTP."""

import csv
import io
import json
from typing import Any

import openpyxl
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


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (["attribute=退货期限"], {"7天", "15天", "30天"}),
        (["attribute=退货期限; value>=2w"], {"15天", "30天"}),
        (["attribute=退货期限; value<=7d"], {"7天"}),
        (["attribute=退货期限; value>7天; value<720h"], {"15天"}),
        (["attribute=退货期限", "value=168h"], {"7天"}),
        (["attribute=退货期限; value in 10~20天"], {"15天"}),
        (["attribute=退货期限; value overlaps 10~90d"], {"15天", "30天"}),
        (["subject=金叶会员|银杏会员; attribute=退货期限"], {"15天", "30天"}),
        (["subject~会员; attribute~期限; value~0"], {"30天"}),
        (["value=3~5工作日"], {"3至5个工作日"}),
        (["value=3至5个工作日"], {"3至5个工作日"}),
        (["dimension=business_days; value>=10工作日"], {"5至10个工作日"}),
        (["unit=wd; value>=10wd"], {"5至10个工作日"}),
        (["document=退货规则.md; dimension=duration"], {"7天", "15天", "30天"}),
        (["origin=model"], set()),
        (["state=rejected"], set()),
        (["confidence>=0"], None),
        (["on=2025-03-01; attribute=退货期限"], {"7天", "15天", "30天"}),
        (["region=华东; attribute=退货期限"], {"7天", "15天", "30天"}),
    ],
)
def test_the_query_language(books: Client, where: list[str], expected: set[str] | None) -> None:
    found = facts(books, where=where)
    assert values(found) == expected if expected is not None else len(found) == len(facts(books))


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("value>=很久", "where[1], character 8"),
        ("attribute=甲; prise=1", "where[1], character 14"),
        ("confidence>=2", "where[1], character 13"),
        ("confidence<0.5", "where[1], character 12"),
        ("on=昨天", "where[1], character 4"),
        ("state=good", "where[1], character 7"),
        ("state=approved|good", "where[1], character 16"),
        ("unit>=天", "where[1], character 7"),
        ("dimension=时长", "where[1], character 11"),
        ("value in 很久", "where[1], character 10"),
    ],
)
def test_a_bad_expression_is_pointed_at(books: Client, where: str, place: str) -> None:
    response = books.get("/v1/kbs/books/facts", params={"where": where})
    assert response.status_code == 422
    assert response.json()["place"] == place
    assert response.json()["advice"]


def test_a_document_that_is_not_there_is_pointed_at(books: Client) -> None:
    response = books.get("/v1/kbs/books/facts", params={"where": "document=没有.md"})
    assert (response.status_code, response.json()["place"]) == (404, "where[1], character 10")


def test_subjects_are_complete_and_counted(books: Client) -> None:
    params = {"where": "attribute=退货期限; value>=7天", "distinct": "subject", "limit": 1}
    found = books.get("/v1/kbs/books/facts", params=params).json()
    assert {(item["subject"], item["count"]) for item in found["subjects"]} == {
        ("普通会员", 1), ("金叶会员", 1), ("银杏会员", 1)
    }  # fmt: skip
    assert found["total"] == 3
    total = books.get("/v1/kbs/books/facts", params={"attribute": "退货期限", "count": "true"}).json()
    assert total == {"total": 3}


@pytest.mark.parametrize("sort", ["subject", "-subject", "attribute", "-attribute", "confidence", "-confidence"])
def test_every_order_pages(books: Client, sort: str) -> None:
    test_pages_hold_every_fact_once(books, sort)
    key = sort.removeprefix("-")
    keys = [fact[key] for fact in facts(books, sort=sort, limit=1000)]
    # Names are sorted by the database, not by code point; equal neighbours are all that is said of them here.
    assert len({*keys}) == sum(1 for at, name in enumerate(keys) if at == 0 or keys[at - 1] != name)


def test_conditions(books: Client) -> None:
    leave = "# 年假办法\n\n职工累计工作已满1年不满10年的，年休假5天；已满10年不满20年的，年休假10天；已满20年的，年休假15天。\n"
    response = books.post("/v1/kbs/books/documents", files=[("files", ("年假.md", leave.encode()))])
    assert response.status_code == 201
    assert values(facts(books, where="document=年假.md; condition=工作满12年")) == {"10天"}
    assert values(facts(books, where="document=年假.md; condition=25y")) == {"15天"}
    assert "5天" in values(facts(books, where="document=年假.md; condition~不满10年"))


@pytest.mark.parametrize("form", ["csv", "jsonl", "xlsx"])
def test_export(books: Client, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.export_rows._PAGE", 2)
    response = books.get("/v1/kbs/books/facts/export", params={"format": form, "where": "attribute=退货期限"})
    assert response.status_code == 200
    assert f"facts.{form}" in response.headers["content-disposition"]
    assert {row["value"] for row in exported_rows(response.content, form)} == {"7天", "15天", "30天"}
    assert {row["document"] for row in exported_rows(response.content, form)} == {"退货规则.md"}
    wrong = books.get("/v1/kbs/books/facts/export", params={"format": form, "where": "value>=很久"})
    assert wrong.status_code == 422


def exported_rows(content: bytes, form: str) -> list[dict[str, str]]:
    if form == "jsonl":
        return [json.loads(line) for line in content.splitlines()]
    if form == "csv":
        return list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    head, *body = sheet.iter_rows(values_only=True)
    return [{str(name): str(cell) for name, cell in zip(head, line, strict=True)} for line in body]
