"""``dianmian records``: from prose to records that the loader accepts, and back to pages."""

import html
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from typer.testing import CliRunner, Result

from core.settings import load_settings
from evals.scripted_model import Reply, Request, ScriptedModel, as_reply, shown
from ingestion.parsers.records import parse
from service.cli.app import app
from service.records.page import render_records
from tests.llm_server import Serve

PROSE = "# 云杉卡退款说明\n\n退款在5个工作日内到账。节假日顺延，但不超过10天。\n\n客服电话为全天开通，不收费，由云杉公司负责。\n"


def helpful(request: Request) -> Reply:
    """Ask one question about every chunk, answered with its first sentence, and invent one answer."""
    found = []
    for chunk in shown(request)["chunks"]:
        first = chunk["text"].split("。")[0] + "。"
        record = {
            "chunk": chunk["chunk"],
            "question": f"云杉卡{first[:4]}的规定是什么？",
            "category": "退款",
            "keywords": ["云杉卡", "规定", first[:2]],
        }
        found += [{**record, "answer": first}, {**record, "question": "还有呢？", "answer": "一切包您满意。"}]
    return as_reply(found, "records")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "退款说明.md"
    path.write_text(PROSE)
    return path


def run(server: ScriptedModel | None, *words: str) -> Result:
    """Run the command with the model of ``server``, or with none."""
    environment = {"DIANMIAN_LLM_URL": "", "DIANMIAN_LLM_MODEL": ""}
    if server is not None:
        environment = {"DIANMIAN_LLM_URL": server.url, "DIANMIAN_LLM_MODEL": "scripted"}
    return CliRunner().invoke(app, ["records", *words], env=environment)


def test_without_a_model_it_says_what_to_set(file: Path) -> None:
    result = run(None, str(file))
    assert result.exit_code == 78
    assert "DIANMIAN_LLM_URL" in result.stderr
    assert "语言模型" in result.stderr


def test_records_from_prose_load_again(serve: Serve, file: Path, tmp_path: Path) -> None:
    output = tmp_path / "records.json"
    result = run(serve(helpful), str(file), "-o", str(output))
    assert result.exit_code == 0, result.output
    content = json.loads(output.read_text())
    assert content["source"] == "退款说明.md"
    for record in content["records"]:
        assert set(record) == {"id", "question", "answer", "category", "keywords"}
        assert record["answer"] in PROSE
        assert 3 <= len(record["keywords"]) <= 5
    blocks = parse(output.read_bytes(), output.name, load_settings(_env_file=None)).blocks
    assert len([block for block in blocks if block.kind == "record"]) == len(content["records"]) > 0
    assert "包您满意" in result.stderr
    assert "包您满意" not in output.read_text()


def test_without_a_file_records_go_to_the_screen(serve: Serve, file: Path) -> None:
    assert json.loads(run(serve(helpful), str(file)).stdout)["records"]


def test_what_could_not_be_read_is_told_and_ends_with_65(serve: Serve, file: Path, tmp_path: Path) -> None:
    file.write_text(PROSE + "\n## 密级\n\n密级三的事项一律不对外说明，由云杉公司另行通知。\n")

    def shy(request: Request) -> Reply:
        if any("密级三" in chunk["text"] for chunk in shown(request)["chunks"]):
            return Reply("抱歉，我不能讨论密级。")
        return helpful(request)

    output = tmp_path / "records.json"
    result = run(serve(shy), str(file), "-o", str(output))
    assert result.exit_code == 65
    assert "抱歉" in result.stderr
    assert json.loads(output.read_text())["records"]


def test_a_model_that_is_down_writes_nothing(serve: Serve, file: Path, tmp_path: Path) -> None:
    output = tmp_path / "records.json"
    result = run(serve(Reply(status=401, body=b"{}")), str(file), "-o", str(output))
    assert result.exit_code == 78
    assert not output.exists()


def test_nothing_to_answer_is_no_file(serve: Serve, file: Path, tmp_path: Path) -> None:
    output = tmp_path / "records.json"
    result = run(serve('{"records": []}'), str(file), "-o", str(output))
    assert result.exit_code == 65
    assert "no records" in result.stderr
    assert not output.exists()


def page(tmp_path: Path, form: Any, *records: dict[str, Any], **beside: str) -> str:
    path = tmp_path / "records.json"
    path.write_text(json.dumps({**beside, "records": records}, ensure_ascii=False))
    return render_records(path, form, load_settings(_env_file=None))


RECORD = {
    "id": "r1",
    "question": "多久到账？",
    "answer": "5个工作日。\n节假日顺延。",
    "keywords": ["退款", "到账", "天数"],
}


def test_markdown_for_people(tmp_path: Path) -> None:
    assert page(tmp_path, "md", RECORD, title="退款") == (
        "# 退款\n\n## 多久到账？\n\n5个工作日。\\\n节假日顺延。\n\n- 编号：r1\n- 关键词：退款、到账、天数\n"
    )


def test_html_for_people(tmp_path: Path) -> None:
    shown_page = page(tmp_path, "html", RECORD, title="退款")
    assert '<html lang="zh">' in shown_page
    assert "<h2>多久到账？</h2>\n<p>5个工作日。</p>\n<p>节假日顺延。</p>" in shown_page
    assert "<dt>关键词</dt><dd>退款、到账、天数</dd>" in shown_page


HOSTILE = "<script>alert(1)</script> # 标题 *强调* [链接](http://x) `码` | 格\n- 项\n1. 项\n> 引"


def test_what_a_record_says_is_never_markup(tmp_path: Path) -> None:
    record = {"question": HOSTILE, "answer": HOSTILE}
    as_html = page(tmp_path, "html", record)
    assert "<script" not in as_html
    assert html.escape("<script>alert(1)</script>") in as_html
    tokens = MarkdownIt().enable("table").parse(page(tmp_path, "md", record))
    kinds = {token.type.removesuffix("_open") for token in tokens if token.type.endswith("_open")}
    assert kinds == {"heading", "paragraph"}
    inner = {child.type for token in tokens for child in token.children or ()}
    assert inner <= {"text", "text_special", "softbreak", "hardbreak"}


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40))
def test_markdown_reads_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    words = " ".join(text.split())
    if not words:
        return
    folder = tmp_path_factory.mktemp("page")
    tokens = MarkdownIt().parse(page(folder, "md", {"question": "问", "answer": words}))
    paragraph = next(token for token in tokens if token.type == "inline" and token.map and token.map[0] > 2)
    assert "".join(child.content for child in paragraph.children or ()) == words


def test_rendering_by_command(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    path.write_text(json.dumps([RECORD], ensure_ascii=False))
    output = tmp_path / "page.html"
    assert run(None, "render", str(path), "--to", "html", "-o", str(output)).exit_code == 0
    assert "多久到账" in output.read_text()
    assert json.loads(run(None, "render", str(path), "--json").stdout)["page"].startswith("# records")
    assert run(None, "render", str(path), "--to", "pdf").exit_code == 65
    assert run(None, "render", str(tmp_path / "none.json")).exit_code == 65


def test_a_bad_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    path.write_text('[{"question": "甲？", "answer": "乙。"}, {"question": "丙？"}]')
    result = run(None, "render", str(path))
    assert result.exit_code == 65
    assert "record 2" in result.stderr
