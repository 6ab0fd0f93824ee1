"""The same limits at every door: Python, HTTP by body and by address, the command line."""

from datetime import date
from typing import Any

import pytest
from litestar.testing import TestClient

from core.errors import InvalidInput
from core.filter import Filter
from service.filtering import Limits, filter_of
from service.wiring import Application
from tests.api.conftest import send

Client = TestClient[Any]
URL = "/v1/kbs/books/{0}"
QUESTION = "退货期限是几天？"
ADULTS = "---\ncategory: 退货\nproduct_line: 图书\ntags: [门店, 线上]\nvalid_from: 2025-01-01\n---\n\n# 图书退货\n\n图书的退货期限为9天。\n"
TOYS = "---\ncategory: 退货\nproduct_line: 玩具\nvalid_from: 2024-01-01\nvalid_to: 2024-12-31\n---\n\n# 玩具退货\n\n玩具的退货期限为20天。\n"


@pytest.fixture
def shop(books: Client) -> Client:
    assert send(books, ("图书退货.md", ADULTS), ("玩具退货.md", TOYS)).status_code == 201
    return books


def seen(client: Client, body: dict[str, Any], address: dict[str, Any]) -> set[str]:
    """Return the documents found, the same whichever way they are asked for."""
    posted = client.post(URL.format("search"), json={"question": QUESTION, "limit": 50, "filter": body})
    got = client.get(URL.format("search"), params={"question": QUESTION, "limit": 50, **address})
    assert (posted.status_code, got.status_code) == (200, 200), posted.text + got.text
    assert [p["chunk"]["id"] for p in posted.json()["passages"]] == [p["chunk"]["id"] for p in got.json()["passages"]]
    return {passage["document"] for passage in posted.json()["passages"]}


@pytest.mark.parametrize(
    ("body", "address", "documents"),
    [
        ({"category": "退货"}, {"category": "退货"}, {"图书退货.md", "玩具退货.md"}),
        ({"category": ["退货"], "product_line": "玩具"}, {"category": "退货", "product_line": "玩具"}, {"玩具退货.md"}),
        ({"tags": ["门店"]}, {"tag": ["门店"]}, {"图书退货.md"}),
        (
            {"fields": {"产品线": ["图书", "玩具"]}},
            {"where": ["产品线=图书", "产品线=玩具"]},
            {"图书退货.md", "玩具退货.md"},
        ),
        ({"documents": ["退货规则.md"]}, {"document": ["退货规则.md"]}, {"退货规则.md"}),
        ({"category": "退货", "on": "2024-06-01"}, {"category": "退货", "on": "2024-06-01"}, {"玩具退货.md"}),
        ({"category": "换货"}, {"category": "换货"}, set()),
    ],
)
def test_by_body_and_by_address(
    shop: Client, body: dict[str, Any], address: dict[str, Any], documents: set[str]
) -> None:
    assert seen(shop, body, address) == documents


def test_an_answer_is_limited_likewise(shop: Client, application: Application) -> None:
    body = {"question": QUESTION, "filter": {"product_line": "图书"}}
    posted = shop.post(URL.format("ask"), json=body).json()
    got = shop.get(URL.format("ask"), params={"question": QUESTION, "product_line": "图书"}).json()
    direct = application.retriever.ask("books", QUESTION, only=Filter(fields={"product_line": ("图书",)}))
    assert "9天" in posted["answer"]
    assert posted["answer"] == got["answer"] == direct.text


def test_a_streamed_answer_is_limited_likewise(shop: Client) -> None:
    body = {"question": QUESTION, "filter": {"product_line": "玩具"}}
    streamed = shop.post(URL.format("ask"), json=body, headers={"Accept": "text/event-stream"})
    assert "20天" in streamed.text
    assert "9天" not in streamed.text


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        ({"colour": "red"}, 400),
        ({"fields": {"colour": "red"}}, 422),
        ({"on": "yesterday"}, 400),
        ({"documents": ["没有.md"]}, 404),
        ({"category": " "}, 422),
        ({"tags": ["x"] * 101}, 400),
    ],
)
def test_wrong_limits_are_told(shop: Client, limits: dict[str, Any], status: int) -> None:
    response = shop.post(URL.format("search"), json={"question": QUESTION, "filter": limits})
    assert response.status_code == status, response.text
    assert response.json()["status"] == status


def test_a_wrong_address_is_told(shop: Client) -> None:
    for wrong in ({"on": "2024"}, {"where": "category"}, {"where": "=x"}, {"where": "colour=red"}):
        response = shop.get(URL.format("search"), params={"question": QUESTION, **wrong})
        assert response.status_code == 422, response.text
    assert "category" in response.json()["detail"] + response.json().get("advice", "")


def test_words_of_a_door_become_one_filter() -> None:
    limits = Limits(
        ["甲.md"], ["退货"], (), ("a", "b"), ("region=华东", "category=换货"), {"版本": ["2"]}, "2025-03-01"
    )
    assert filter_of(limits) == Filter(
        ("甲.md",),
        {"category": ("退货", "换货"), "tags": ("a", "b"), "版本": ("2",), "region": ("华东",)},
        date(2025, 3, 1),
    )
    assert filter_of(Limits()).empty
    with pytest.raises(InvalidInput, match="at most 100"):
        filter_of(Limits(["x.md"] * 101))
