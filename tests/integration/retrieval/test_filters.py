"""A search limited to documents, fields and days, before anything is searched."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput, NotFound
from core.filter import Filter
from retrieval.findings import Findings
from service.wiring import Application

KB = "限定库"
FILES = {
    "雪杉手机退货规则.md": "---\ntitle: 雪杉手机退货规则\ncategory: 退货\nproduct_line: 手机\ntags: [售后, 门店]\nregion: 华东\n---\n\n"
    "# 雪杉手机退货规则\n\n## 期限\n\n退货期限为7天，自签收之日起计算。\n",
    "雪杉家电退货规则.md": "---\ntitle: 雪杉家电退货规则\ncategory: 退货\nproduct_line: 家电\ntags: [售后]\nregion: 华南\n---\n\n"
    "# 雪杉家电退货规则\n\n## 期限\n\n退货期限为15天，自签收之日起计算。\n",
    "配送办法2023版.md": "---\ntitle: 雪杉配送办法\nversion: 2023版\nvalid_from: 2023-01-01\nvalid_to: 2024-12-31\ncategory: 配送\n---\n\n"
    "# 雪杉配送办法\n\n## 时效\n\n同城订单的送达时限为3个工作日。\n",
    "配送办法2025版.md": "---\ntitle: 雪杉配送办法\nversion: 2025版\nvalid_from: 2025-01-01\ncategory: 配送\n---\n\n"
    "# 雪杉配送办法\n\n## 时效\n\n同城订单的送达时限为1个工作日。\n",
}  # fmt: skip
RECORDS = {
    "category": "问答",
    "records": [
        {"id": "Q1", "question": "手机多久可以换屏？", "answer": "手机换屏需要2小时。", "category": "维修", "product_line": "手机"},
        {"id": "Q2", "question": "家电多久上门维修？", "answer": "家电上门维修需要48小时。", "category": "维修", "product_line": "家电"},
        {"id": "Q3", "question": "家电安装要多久？", "answer": "家电安装需要24小时。" + "安装人员会提前联系，请保持电话畅通。" * 40,
         "category": "安装", "product_line": "家电", "valid_from": "2025-06-01"},
        {"id": "Q4", "question": "可以开发票吗？", "answer": "可以开电子发票，需要24小时。"},
    ],
}  # fmt: skip

HOTELS = [
    {"名称": name, "类型": "酒店", "价格": f"{price}元", "城区": area}
    for name, price, area in (
        ("松涛酒店", 380, "东城"), ("白桦酒店", 420, "西城"), ("云杉酒店", 880, "东城"), ("青禾酒店", 260, "西城"),
        ("星河酒店", 990, "西城"),
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("limited")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "问答.json").write_text(json.dumps(RECORDS, ensure_ascii=False), encoding="utf-8")
    (folder / "酒店.json").write_text(json.dumps(HOTELS, ensure_ascii=False), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def limited(application: Application, folder: Path) -> Application:
    assert application.loader.load(KB, [folder]).failures == ()
    return application


def search(application: Application, question: str, **limits: Any) -> Findings:
    return application.retriever.search(KB, question, only=Filter(**limits))


def names(found: Findings) -> set[str]:
    return {passage.source.source_name for passage in found.passages}


def records(found: Findings) -> set[str]:
    return {dict(p.chunk.fields).get("question", "") for p in found.passages if p.chunk.kind == "record"}


@pytest.mark.parametrize(
    ("fields", "documents", "questions"),
    [
        ({"category": ("退货",)}, {"雪杉手机退货规则.md", "雪杉家电退货规则.md"}, set()),
        ({"分类": ("退货",), "product_line": ("手机",)}, {"雪杉手机退货规则.md"}, set()),
        ({"tags": ("门店",)}, {"雪杉手机退货规则.md"}, set()),
        ({"tags": ("门店", "售后")}, {"雪杉手机退货规则.md", "雪杉家电退货规则.md"}, set()),
        ({"region": ("华南",)}, {"雪杉家电退货规则.md"}, set()),
        ({"category": ("维修",)}, {"问答.json"}, {"手机多久可以换屏？", "家电多久上门维修？"}),
        ({"category": ("维修",), "product_line": ("家電",)}, {"问答.json"}, {"家电多久上门维修？"}),
        ({"product_line": ("手机",)}, {"雪杉手机退货规则.md", "问答.json"}, {"手机多久可以换屏？"}),
        ({"category": ("问答",)}, {"问答.json"}, {"可以开发票吗？"}),
        ({"id": ("q3",)}, {"问答.json"}, {"家电安装要多久？"}),
    ],
)
def test_fields_of_documents_and_records(
    limited: Application, fields: dict[str, tuple[str, ...]], documents: set[str], questions: set[str]
) -> None:
    found = search(limited, "多久可以退货或者维修？", fields=fields)
    assert names(found) == documents
    assert records(found) == questions
    inside = {passage.chunk.id for passage in found.passages}
    assert {item.fact.chunk_id for item in found.matches} <= inside
    assert {candidate.chunk_id for candidate in found.candidates} <= inside


def test_every_piece_of_a_long_record_has_its_fields(limited: Application) -> None:
    found = search(limited, "安装人员会提前联系", fields={"category": ("安装",)})
    assert len(found.passages) > 1
    assert {candidate.channel for candidate in found.candidates} >= {"vector", "keyword"}


def test_a_filter_finds_what_everything_else_would_drown(limited: Application) -> None:
    """The searches look in the set itself: one piece of text is found whatever its rank among all."""
    found = search(limited, "送达时限", fields={"product_line": ("手机",), "category": ("退货",)})
    assert names(found) == {"雪杉手机退货规则.md"}


@pytest.mark.parametrize(("line", "days"), [("手机", "7天"), ("家电", "15天")])
def test_the_answer_is_that_of_the_field(limited: Application, line: str, days: str) -> None:
    answer = limited.retriever.ask(KB, "退货期限是几天？", only=Filter(fields={"product_line": (line,)}))
    assert days in answer.headline
    assert {fact.value for fact in answer.facts} == {days}


@pytest.mark.parametrize(
    ("day", "value", "document"),
    [
        (date(2023, 5, 1), "3个工作日", "配送办法2023版.md"),
        (date(2024, 12, 31), "3个工作日", "配送办法2023版.md"),
        (date(2025, 1, 1), "1个工作日", "配送办法2025版.md"),
        (None, "1个工作日", "配送办法2025版.md"),
    ],
)
def test_the_version_in_force_on_a_day_answers(
    limited: Application, day: date | None, value: str, document: str
) -> None:
    answer = limited.retriever.ask(KB, "同城订单的送达时限是多久？", only=Filter(on=day))
    assert value in answer.text
    assert {citation.source_name for citation in answer.citations} == {document}
    assert not answer.passages[0].source.superseded


def test_a_record_may_begin_later_than_its_file(limited: Application) -> None:
    assert "家电安装要多久？" not in records(search(limited, "家电安装要多久", on=date(2025, 5, 31)))
    assert "家电安装要多久？" in records(search(limited, "家电安装要多久", on=date(2025, 6, 1)))


def test_documents_by_name_and_by_id(limited: Application) -> None:
    by_name = search(limited, "退货期限", documents=("雪杉家电退货规则.md",))
    assert names(by_name) == {"雪杉家电退货规则.md"}
    by_id = search(limited, "退货期限", documents=(by_name.passages[0].source.document_id,))
    assert [p.chunk.id for p in by_id.passages] == [p.chunk.id for p in by_name.passages]
    assert search(limited, "退货期限", documents=()).passages == ()


def test_an_unknown_document_is_not_found(limited: Application) -> None:
    with pytest.raises(NotFound, match="没有"):
        search(limited, "退货期限", documents=("没有这个文件.md",))


def test_an_unknown_field_names_those_there_are(limited: Application) -> None:
    with pytest.raises(InvalidInput, match=r"categroy.*category.*product_line"):
        search(limited, "退货期限", fields={"categroy": ("退货",)})


def test_an_unknown_value_leaves_nothing_and_says_what_there_is(limited: Application) -> None:
    answer = limited.retriever.ask(KB, "退货期限是几天？", only=Filter(fields={"category": ("换货",)}))
    assert answer.refused
    assert (answer.citations, answer.passages, answer.route) == ((), (), "none")
    for value in ("换货", "退货", "维修"):
        assert value in answer.reason
    assert "范围" in answer.text


@pytest.mark.parametrize(
    "limits",
    [
        {"fields": {"category": ("退货",)}, "on": date(2000, 1, 1), "documents": ("配送办法2023版.md",)},
        {"fields": {"category": ("维修",), "region": ("华东",)}},
    ],
)
def test_conditions_that_never_meet_leave_nothing(limited: Application, limits: dict[str, Any]) -> None:
    found = search(limited, "退货期限", **limits)
    assert (found.passages, found.matches) == ((), ())
    assert found.unreached


@pytest.mark.parametrize("value", ["' OR 1=1 --", "%", "退货'); DROP TABLE label;--", "{{ 7*7 }}", "\\"])
def test_a_value_is_never_part_of_a_statement(limited: Application, value: str) -> None:
    assert search(limited, "退货期限", fields={"category": (value,)}).passages == ()
    assert search(limited, "退货期限", fields={"category": ("退货",)}).passages


def test_a_reloaded_document_has_its_new_fields(limited: Application, folder: Path) -> None:
    path = folder / "雪杉家电退货规则.md"
    path.write_text(FILES[path.name].replace("region: 华南", "region: 西南"), encoding="utf-8")
    limited.loader.load(KB, [path])
    try:
        assert names(search(limited, "退货期限", fields={"region": ("西南",)})) == {path.name}
        assert search(limited, "退货期限", fields={"region": ("华南",)}).passages == ()
    finally:
        path.write_text(FILES[path.name], encoding="utf-8")
        limited.loader.load(KB, [path])


def test_a_set_of_records_keeps_to_the_filter(limited: Application) -> None:
    question = "价格低于500元的酒店有哪些？"
    everywhere = limited.retriever.ask(KB, question)
    inside = limited.retriever.ask(KB, question, only=Filter(fields={"城区": ("东城",)}))
    assert {fact.subject for fact in everywhere.facts} == {"松涛酒店", "白桦酒店", "青禾酒店"}
    assert {fact.subject for fact in inside.facts} == {"松涛酒店"}
    assert "1" in inside.headline.split("\n")[0]
