"""Bytes to text."""

import codecs

import pytest

from core.errors import UnreadableFile
from ingestion.encoding import decode

SENTENCE = "青禾公司的退款到账时效为三到七个工作日。"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16", "utf-32"])
def test_usual_encodings_give_the_same_text(encoding: str) -> None:
    assert decode(SENTENCE.encode(encoding), "a.txt")[0] == SENTENCE


def test_traditional_text_in_big5() -> None:
    text = "退款將於三個工作天內退回原付款帳戶，請留意通知。"
    assert decode(text.encode("big5"), "a.txt")[0] == text


def test_declared_encoding_of_a_page_is_used() -> None:
    page = '<html><head><meta charset="shift_jis"></head><body>返品は七日以内</body></html>'
    assert decode(page.encode("shift_jis"), "a.html") == (page, "shift_jis")


def test_newlines_become_one_kind_and_mark_is_dropped() -> None:
    assert decode(codecs.BOM_UTF8 + b"a\r\nb\rc", "a.txt")[0] == "a\nb\nc"


def test_binary_is_refused_with_its_name() -> None:
    with pytest.raises(UnreadableFile) as caught:
        decode(b"\x00\x01\x02\xff\xfe\x00" * 20, "数据.txt")
    assert caught.value.place == "数据.txt"
    assert "UTF-8" in caught.value.advice
