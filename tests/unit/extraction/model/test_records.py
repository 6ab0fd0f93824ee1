"""Questions with answers: every answer is whole sentences of the document, or it is none."""

import json
from typing import Any

import pytest

from core.document import DocumentInfo
from evals.scripted_model import Reply
from extraction.model.looking import looked
from extraction.model.records import RecordSet, document_records, whole_sentences
from tests.llm_server import Serve, model_for
from tests.unit.extraction.model.conftest import chunk

TEXT = "退款在5个工作日内到账。节假日顺延，但不超过10天。银卡会员不享受加急。\n客服电话不收费。"


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("退款在5个工作日内到账。", "退款在5个工作日内到账。"),
        ("退款在5个工作日内到账", "退款在5个工作日内到账。"),
        ("退款在 ５ 个工作日内到账。", "退款在5个工作日内到账。"),
        ("退款在5个工作日内到账。节假日顺延，但不超过10天。", "退款在5个工作日内到账。节假日顺延，但不超过10天。"),
        ("退款在5个工作日内到账。银卡会员不享受加急。", "退款在5个工作日内到账。\n银卡会员不享受加急。"),
        ("银卡会员不享受加急。退款在5个工作日内到账。", "退款在5个工作日内到账。\n银卡会员不享受加急。"),
        ("享受加急。", "银卡会员不享受加急。"),
        ("节假日顺延", "节假日顺延，但不超过10天。"),
    ],
)
def test_answers_are_whole_sentences(answer: str, kept: str) -> None:
    assert whole_sentences(answer, looked(TEXT)) == kept


@pytest.mark.parametrize(
    "answer", ["退款在3个工作日内到账。", "退款在5个工作日内到账。请放心！", "退款很快到账。", "。"]
)
def test_what_the_text_does_not_say_is_no_answer(answer: str) -> None:
    assert whole_sentences(answer, looked(TEXT)) is None


def records(serve: Serve, *replies: Reply | str, **changes: Any) -> RecordSet:
    model = model_for(serve(*replies), **changes)
    info = DocumentInfo("doc_1", "退款说明", "退款说明.md")
    return document_records(model, [chunk(TEXT)], info, characters=2000, concurrency=1)


def said(**changes: Any) -> str:
    one = {
        "chunk": 1, "question": "云杉卡退款多久到账？", "answer": "退款在5个工作日内到账。", "category": "退款",
        "keywords": ["退款", "到账", "工作日"],
    }  # fmt: skip
    return json.dumps({"records": [one | changes]}, ensure_ascii=False)


def test_a_record(serve: Serve) -> None:
    found = records(serve, said())
    record = found.records[0]
    assert (record.question, record.answer, record.category) == (
        "云杉卡退款多久到账？",
        "退款在5个工作日内到账。",
        "退款",
    )
    assert record.keywords == ("退款", "到账", "工作日")
    assert record.id.startswith("rec_")
    assert (found.refused, found.failed, found.waiting) == ((), (), 0)


def test_the_same_question_stands_once(serve: Serve) -> None:
    twice = json.dumps({"records": json.loads(said())["records"] + json.loads(said(category="售后"))["records"]})
    assert len(records(serve, twice).records) == 1


def test_an_invented_answer_is_refused_and_counted(serve: Serve) -> None:
    found = records(serve, said(answer="退款在3个工作日内到账。"))
    assert found.records == ()
    assert len(found.refused) == 1


def test_an_answer_with_an_invented_sentence_is_refused(serve: Serve) -> None:
    found = records(serve, said(answer="退款在5个工作日内到账。不用申请。"))
    assert found.records == ()
    assert "不用申请" in found.refused[0]


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(said(keywords=["退款"]), id="too-few-keywords"),
        pytest.param(said(keywords=list("退款到账工作")), id="too-many-keywords"),
        pytest.param(said(question=""), id="no-question"),
        pytest.param(said(category=None), id="no-category"),
    ],
)
def test_a_record_that_does_not_fit_is_asked_for_again(serve: Serve, bad: str) -> None:
    assert len(records(serve, bad, said()).records) == 1
    assert records(serve, bad, llm_tries=0).failed[0].startswith("chunk 0: the reply does not fit: records.0.")
