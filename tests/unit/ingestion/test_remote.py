"""The remote parser, over HTTP against a stand-in that speaks MinerU's interface."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.document import Document
from core.errors import ConfigurationError, UpstreamFailed
from core.settings import Settings, load_settings
from ingestion.parse import parse_bytes
from ingestion.remote import page_starts
from ingestion.sandbox import close_workers, parse_isolated

PDF = b"%PDF-1.7\nfor the service only"
MARKDOWN = "# 青禾售后手册\r\n\n七日内可退。\n\n<table><tr><th>项目</th><th>费用</th></tr><tr><td>运费</td><td>8元</td></tr></table>\n\n第二页的说明。\n"
CONTENT = [
    {"type": "text", "text": "青禾售后手册", "text_level": 1, "page_idx": 0},
    {"type": "text", "text": "七日内可退。", "page_idx": 0},
    {"type": "table", "table_body": "<table><tr><th>项目</th>", "page_idx": 1},
    {"type": "text", "text": "第二页的说明。", "page_idx": 1},
]


@pytest.fixture
def remote(stand_in: Any) -> Settings:
    return load_settings(
        parser="remote", parser_url=stand_in.url, parser_api_key="钥匙-1".encode().hex(), parser_timeout=5
    )


def completed(stand_in: Any, content: object) -> None:
    stand_in.answer("POST /tasks", {"task_id": "a1-b2", "status": "pending"}, status=202)
    stand_in.answer("GET /tasks/a1-b2", {"status": "pending"}, {"status": "processing"}, {"status": "completed"})
    stand_in.answer(
        "GET /tasks/a1-b2/result", {"results": {"document": {"md_content": MARKDOWN, "content_list": content}}}
    )


@pytest.mark.parametrize("wrap", [list, lambda content: __import__("json").dumps(content)])
def test_a_file_goes_there_and_comes_back_with_pages(
    stand_in: Any, remote: Settings, wrap: Callable[[Any], Any], check_spans: Callable[[Document], Document]
) -> None:
    completed(stand_in, wrap(CONTENT))
    document = check_spans(parse_bytes(PDF, source_name="保密名称.pdf", settings=remote))
    assert [(block.kind, block.span.page) for block in document.blocks] == [
        ("title", 1), ("paragraph", 1), ("table", 2), ("paragraph", 2),
    ]  # fmt: skip
    assert document.title == "青禾售后手册"
    assert document.media_type == "application/pdf"
    assert document.parser == "markdown (remote)"
    assert document.health.pages == 2
    table = document.blocks[2].table
    assert table is not None and table.grid() == [["项目", "费用"], ["运费", "8元"]]
    calls = [call for call, _, _ in stand_in.requests]
    assert calls == ["POST /tasks", *["GET /tasks/a1-b2"] * 3, "GET /tasks/a1-b2/result"]
    _, key, sent = stand_in.requests[0]
    assert key == f"Bearer {remote.parser_api_key}"
    assert PDF in sent and b'name="return_content_list"' in sent
    assert "保密名称".encode() not in sent


def test_the_confined_child_reads_what_the_service_made(stand_in: Any, remote: Settings, tmp_path: Path) -> None:
    completed(stand_in, CONTENT)
    path = tmp_path / "手册.pdf"
    path.write_bytes(PDF)
    try:
        document = parse_isolated(path, settings=remote)
    finally:
        close_workers()
    assert document.blocks[-1].span.page == 2
    assert document.source_name == "手册.pdf"


@pytest.mark.parametrize(
    ("call", "reply", "status", "message"),
    [
        ("POST /tasks", {"detail": "queue full"}, 503, "answered 503"),
        ("POST /tasks", b"<html>", 200, "not JSON"),
        ("POST /tasks", {"task_id": "../x"}, 200, "no task number"),
        ("GET /tasks/a1-b2", {"status": "failed", "error": "broken page"}, 200, "broken page"),
        ("GET /tasks/a1-b2/result", {"results": {}}, 200, "no result"),
        ("GET /tasks/a1-b2/result", {"results": {"a": {"md_content": " "}}}, 200, "no Markdown"),
    ],
)
def test_failures_are_upstream_errors(
    stand_in: Any, remote: Settings, call: str, reply: object, status: int, message: str
) -> None:
    stand_in.answer(call, reply, status=status)
    completed(stand_in, CONTENT)
    stand_in.script[call] = stand_in.script[call][:1]
    with pytest.raises(UpstreamFailed, match=message) as caught:
        parse_bytes(PDF, source_name="a.pdf", settings=remote)
    assert caught.value.place == stand_in.url
    assert "DIANMIAN_PARSER" in caught.value.advice


def test_a_task_that_never_ends_is_given_up(stand_in: Any) -> None:
    stand_in.answer("POST /tasks", {"task_id": "a1"})
    stand_in.answer("GET /tasks/a1", {"status": "processing"})
    settings = load_settings(parser="remote", parser_url=stand_in.url, parser_timeout=0.5)
    with pytest.raises(UpstreamFailed, match=r"did not finish within 0\.5 seconds"):
        parse_bytes(PDF, source_name="a.pdf", settings=settings)


def test_a_service_that_does_not_answer(stand_in: Any) -> None:
    stand_in.pause = 1.0
    settings = load_settings(parser="remote", parser_url=stand_in.url, parser_timeout=0.2)
    with pytest.raises(UpstreamFailed, match=r"within 0\.2 seconds"):
        parse_bytes(PDF, source_name="a.pdf", settings=settings)


def docx_bytes() -> bytes:
    from io import BytesIO

    import docx

    package, out = docx.Document(), BytesIO()
    package.add_paragraph("本地也能读。")
    package.save(out)
    return out.getvalue()


def test_fallback_only_when_told_so_and_then_reported() -> None:
    gone = {"parser": "remote", "parser_url": "http://127.0.0.1:9", "parser_timeout": 1}
    with pytest.raises(UpstreamFailed, match="could not be reached"):
        parse_bytes(docx_bytes(), source_name="a.docx", settings=load_settings(**gone))
    document = parse_bytes(docx_bytes(), source_name="a.docx", settings=load_settings(**gone, parser_fallback=True))
    assert document.blocks[0].text == "本地也能读。"
    assert document.parser == "docx"
    assert "read locally" in document.warnings[0]


def test_without_an_address_the_setting_is_named() -> None:
    with pytest.raises(ConfigurationError, match="DIANMIAN_PARSER_URL"):
        parse_bytes(PDF, source_name="a.pdf", settings=load_settings(parser="remote"))


def test_text_formats_stay_here(stand_in: Any, remote: Settings) -> None:
    assert parse_bytes("# 标题\n\n正文。".encode(), source_name="a.md", settings=remote).parser == "markdown"
    assert stand_in.requests == []


def test_items_out_of_order_do_not_move_pages_back() -> None:
    items = [{"text": "乙", "page_idx": 1}, {"text": "甲", "page_idx": 0}, {"text": "丙", "page_idx": 2}]
    assert list(page_starts("甲\n\n乙\n\n丙", items)) == [(3, 2), (6, 3)]
