"""Plain text."""

from collections.abc import Callable

from core.document import Document

Read = Callable[[str | bytes, str], Document]


def test_blank_lines_part_paragraphs(read: Read) -> None:
    document = read("甲一。\n\n　　乙一。\n\n\n丙一。", "a.txt")
    assert [block.text for block in document.blocks] == ["甲一。", "乙一。", "丙一。"]
    assert document.title == "a"


def test_each_line_is_a_paragraph_without_blank_lines(read: Read) -> None:
    document = read("退货七日内办理。\n换货十五日内办理，需要凭证。\n保修。", "a.txt")
    assert len(document.blocks) == 3


def test_text_wrapped_at_a_width_stays_together(read: Read) -> None:
    line = "本手册说明青禾门店的退货换货保修规则以及费用标准与"
    assert len(read("\n".join([line] * 5) + "结束。", "a.txt").blocks) == 1


def test_gb18030_is_read_and_reported(read: Read) -> None:
    document = read("退款到账时效为三到七个工作日。".encode("gb18030"), "a.txt")
    assert document.blocks[0].text == "退款到账时效为三到七个工作日。"
    assert document.warnings == ("read as gb18030",)


def test_notice(read: Read) -> None:
    assert [block.kind for block in read("先断电。\n\n注意：小心触电。", "a.txt").blocks] == ["paragraph", "notice"]
