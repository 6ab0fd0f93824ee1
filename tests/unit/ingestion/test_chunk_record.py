"""One record, one chunk."""

import json
from collections.abc import Callable

from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document

Read = Callable[[str | bytes, str], Document]


def test_a_record_is_one_chunk_and_its_ids_are_not_embedded(read: Read, settings: Settings) -> None:
    record = {
        "id": "F-77",
        "source": "内部表9",
        "title": "退款",
        "question": "多久到账？",
        "answer": "三到七个工作日",
        "keywords": ["到账"],
    }
    (chunk,) = chunk_document(read(json.dumps([record], ensure_ascii=False), "问答.json"), settings)
    assert chunk.kind == "record"
    assert "问题：多久到账？\n答案：三到七个工作日" in chunk.text
    assert dict(chunk.fields)["id"] == "F-77"
    assert "F-77" not in chunk.embedding_text and "内部表9" not in chunk.embedding_text
    assert chunk.embedding_text == "问答\n标题：退款\n问题：多久到账？\n答案：三到七个工作日\n关键词：到账"


def test_a_long_record_repeats_title_and_question(read: Read, settings: Settings) -> None:
    answer = "".join(f"第{n}步，请在{n}个工作日内提交材料并等待门店确认。" for n in range(1, 80))
    record = {"title": "退款流程", "question": "怎么办理？", "answer": answer}
    chunks = chunk_document(read(json.dumps([record], ensure_ascii=False), "a.json"), settings)
    assert len(chunks) > 2
    for chunk in chunks:
        assert chunk.text.startswith("标题：退款流程\n问题：怎么办理？\n答案：")
        assert len(chunk.text) <= settings.chunk_size
        assert chunk.text.endswith("。")
    assert "".join(dict(chunk.fields)["answer"] for chunk in chunks) == answer


def test_database_rows_are_cut_between_fields(read: Read, settings: Settings) -> None:
    row = {"名称": "云杉楼", "地址": "云杉路1号", "设施": ["无线网络" * 3] * 30, "周边": ["景点名称"] * 60, "价格": 320}
    chunks = chunk_document(read(json.dumps([row], ensure_ascii=False), "db.json"), settings)
    assert all(chunk.text.startswith("名称：云杉楼\n") for chunk in chunks)
    assert sum("价格：320" in chunk.text for chunk in chunks) == 1
    assert all(len(chunk.text) <= settings.chunk_size for chunk in chunks)


def test_records_keep_their_ids_when_others_change(read: Read, settings: Settings) -> None:
    rows = [{"question": f"问题{n}是什么？", "answer": f"答案{n}"} for n in range(10)]
    before = chunk_document(read(json.dumps(rows), "a.json"), settings)
    rows.insert(0, {"question": "新问题？", "answer": "新答案"})
    after = chunk_document(read(json.dumps(rows), "a.json"), settings)
    assert [chunk.id for chunk in before] == [chunk.id for chunk in after[1:]]
