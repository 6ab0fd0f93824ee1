"""Searching and asking over HTTP."""

from typing import Any

import pytest
from litestar.testing import TestClient

from service.views.answer import answer_view
from service.wiring import Application
from tests.api.conftest import send

Client = TestClient[Any]
QUESTION = "金叶会员的退货期限是多久？"
VARYING = ("timings",)


def test_an_answer_cites_its_source_verbatim(books: Client) -> None:
    answer = books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    assert "15天" in answer["answer"]
    assert not answer["refused"]
    assert answer["grade"] == "exact_candidate"
    citation = answer["citations"][0]
    assert citation["document"] == "退货规则.md"
    assert citation["heading"] == "退货期限"
    chunks = books.get(f"/v1/kbs/books/documents/{citation['document_id']}/chunks").json()["chunks"]
    text = next(chunk["text"] for chunk in chunks if chunk["id"] == citation["chunk_id"])
    assert text[citation["quote_start"] : citation["quote_end"]] == citation["quote"]
    assert "15天" in citation["quote"]


def test_every_door_gives_the_same_answer(books: Client, application: Application) -> None:
    over_http = books.post("/v1/kbs/books/ask", json={"question": QUESTION, "limit": 3}).json()
    direct = answer_view(application.retriever.ask("books", QUESTION, limit=3))
    assert over_http["answer"] == direct.answer
    assert [item["quote"] for item in over_http["citations"]] == [item.quote for item in direct.citations]
    assert [item["score"] for item in over_http["passages"]] == [item.score for item in direct.passages]


def test_a_smaller_limit_gives_the_head_of_the_same_list(books: Client) -> None:
    many = books.post("/v1/kbs/books/search", json={"question": "退款多久到账", "limit": 50}).json()["passages"]
    few = books.post("/v1/kbs/books/search", json={"question": "退款多久到账", "limit": 2}).json()["passages"]
    assert len(many) > 2
    assert few == many[:2]
    scores = [passage["score"] for passage in many]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_what_is_not_there_is_refused(books: Client) -> None:
    answer = books.post("/v1/kbs/books/ask", json={"question": "咖啡厅的牛肉面多少钱一碗？"}).json()
    assert answer["refused"]
    assert answer["reason"]
    assert answer["citations"] == []


def test_what_was_skipped_is_said(books: Client) -> None:
    answer = books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    assert any("reranker" in item for item in answer["degraded"])
    assert any("language model" in item for item in answer["degraded"])


@pytest.mark.parametrize("route", ["ask", "search"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"question": ""}, 400),
        ({"question": "  "}, 422),
        ({"question": "字" * 2001}, 400),
        ({"question": QUESTION, "limit": 0}, 400),
        ({"question": QUESTION, "limit": 51}, 400),
        ({"question": QUESTION, "limit": "many"}, 400),
        ({"question": QUESTION, "kb": "other"}, 400),
    ],
)
def test_a_bad_question_is_refused(books: Client, route: str, body: dict[str, Any], status: int) -> None:
    response = books.post(f"/v1/kbs/books/{route}", json=body)
    assert response.status_code == status
    assert response.json()["status"] == status


def test_an_empty_knowledge_base_is_not_ready(client: Client) -> None:
    client.post("/v1/kbs", json={"name": "books"})
    response = client.post("/v1/kbs/books/ask", json={"question": QUESTION})
    assert (response.status_code, response.json()["type"]) == (503, "not-ready")


def test_a_new_document_answers_at_once(books: Client) -> None:
    question = {"question": "借书证的补办费用是多少？"}
    assert books.post("/v1/kbs/books/ask", json=question).json()["refused"]
    send(books, ("借书证.md", "# 借书证\n\n借书证的补办费用为8元。\n"))
    assert "8元" in books.post("/v1/kbs/books/ask", json=question).json()["answer"]
