"""JSON records are validated whole."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.document import Document
from core.errors import InvalidInput

Read = Callable[[str | bytes, str], Document]


def fields(document: Document) -> list[dict[str, str]]:
    return [dict(block.fields) for block in document.blocks]


def test_question_answer_records(read: Read) -> None:
    document = read(
        '{"format_version": "1", "title": "青禾问答", "records": [{"id": "A1", "question": "多久到账？", '
        '"answer": "三到七个工作日", "keywords": ["退款", "到账"], "priority": 1.50, "vip": true, "备注": null}]}',
        "faq.json",
    )
    assert document.title == "青禾问答"
    assert fields(document) == [
        {
            "id": "A1",
            "question": "多久到账？",
            "answer": "三到七个工作日",
            "keywords": "退款、到账",
            "priority": "1.50",
            "vip": "true",
        }
    ]
    assert document.blocks[0].text.splitlines()[1] == "问题：多久到账？"
    assert document.blocks[0].span.row == 1


@pytest.mark.parametrize("number", ["6000.00", "1E5", "123456.78", "12345678901234567890", "-0"])
def test_numbers_keep_their_spelling(read: Read, number: str) -> None:
    assert fields(read(f'[{{"名称": "甲", "价": {number}}}]', "a.json"))[0]["价"] == number


def test_pairs_of_name_and_object(read: Read) -> None:
    document = read('[["云杉楼", {"名称": "云杉楼", "门票": 60}], ["青禾馆", {"门票": 0}]]', "db.json")
    assert fields(document) == [{"名称": "云杉楼", "门票": "60"}, {"名称": "青禾馆", "门票": "0"}]


def test_two_levels_are_joined_with_a_dot(read: Read) -> None:
    assert fields(read('[{"name": "甲", "价": {"门市": 5, "网店": 4}}]', "a.json"))[0] == {
        "name": "甲", "价.门市": "5", "价.网店": "4",
    }  # fmt: skip


def test_json_lines(read: Read) -> None:
    assert len(read('{"title": "甲"}\n\n{"title": "乙"}\n', "a.jsonl").blocks) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[{"title": "甲"},\n {"title" "乙"}]', "a.json line 2, column 11"),
        ('[{"title": "甲"}, 5]', "a.json record 2"),
        ('[{"title": "甲"}, {}]', "a.json record 2"),
        ('[{"title": ["甲"]}]', "a.json record 1, field title"),
        ('[{"a": {"b": {"c": 1}}}]', "a.json record 1, field a.b"),
        ('[{"a": [{"b": 1}]}]', "a.json record 1, field a"),
        ('[{"question": "问"}]', "a.json record 1, field answer"),
        ('[{"question": "问", "answer": " "}]', "a.json record 1, field answer"),
        ('[{"id": 1, "title": "甲"}, {"id": 1, "title": "乙"}]', "a.json record 2, field id"),
        ('[{"a": 1, "a": 2}]', "a.json"),
        ("[]", "a.json"),
        ("5", "a.json"),
    ],
)
def test_errors_name_their_place(read: Read, text: str, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(text, "a.json")
    assert caught.value.place == place
    assert caught.value.advice


def test_an_error_in_json_lines_names_the_line(read: Read) -> None:
    with pytest.raises(InvalidInput) as caught:
        read('{"title": "甲"}\n{"title": }\n', "a.jsonl")
    assert caught.value.place.startswith("a.jsonl line 2, column")


def test_deep_nesting_is_refused(read: Read) -> None:
    with pytest.raises(InvalidInput):
        read("[" * 200_000, "a.json")


def test_round_trip_of_ordinary_data(read: Read) -> None:
    rows: list[dict[str, Any]] = [{"名称": f"商品{n}", "价格": str(n)} for n in range(50)]
    assert fields(read(json.dumps(rows, ensure_ascii=False), "a.json")) == rows
