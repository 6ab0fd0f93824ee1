"""Conversations keep who spoke and when."""

from collections.abc import Callable

import pytest

from core.document import Document

Read = Callable[[str | bytes, str], Document]

FORMS = {
    "name first": ("张三 2025-03-01 10:20:\n退款多久到账？\n", "李四 2025-03-01 10:21: 三到七个工作日。\n", "张三 2025-03-01 10:22:\n好的，\n谢谢。\n"),
    "time first": ("2025-03-01 10:20:05 张三\n退款多久到账？\n", "2025-03-01 10:21:00 李四(10086)\n三到七个工作日。\n", "2025-03-01 10:22:11 张三\n好的。\n"),
    "brackets": ("[2025/3/1 上午10:20] 张三：退款多久到账？\n", "[2025/3/1 上午10:21] 李四：三到七个工作日。\n", "[2025/3/1 上午10:22] 张三：好的。\n"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_turns_carry_speaker_and_date(read: Read, form: str) -> None:
    parts = FORMS[form]
    document = read("\n".join(parts), "客服.txt")
    assert [dict(block.fields)["speaker"] for block in document.blocks] == ["张三", "李四", "张三"]
    assert [block.text for block in document.blocks] == [part.strip() for part in parts]
    assert all(dict(block.fields)["date"] in block.text for block in document.blocks)
    assert document.metadata["speakers"] == "张三、李四"
    assert document.metadata["first_turn"] == dict(document.blocks[0].fields)["date"]


def test_what_stands_before_the_first_turn_is_plain_text(read: Read) -> None:
    document = read("售后群记录\n\n" + "\n".join(FORMS["name first"]), "a.txt")
    assert document.blocks[0].text == "售后群记录"
    assert document.blocks[0].fields == ()
    assert len(document.blocks) == 4


def test_text_with_a_few_dates_is_no_conversation(read: Read) -> None:
    text = "发布于 2025-03-01 10:20\n\n" + "退货须在七日内办理，凭证齐全。\n\n" * 20
    document = read(text, "a.txt")
    assert all(block.fields == () for block in document.blocks)
    assert "speakers" not in document.metadata
