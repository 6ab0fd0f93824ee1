"""DOCX structure from the document's own XML."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from core.document import Document
from core.errors import UnreadableFile
from ingestion.parsers.ordinal import chinese_ordinal, ordinal

Read = Callable[[str | bytes, str], Document]


def saved(package: Any) -> bytes:
    out = BytesIO()
    package.save(out)
    return out.getvalue()


def numbered(package: Any, texts: list[str], number_format: str, pattern: str) -> None:
    """Add paragraphs with an automatic number of their own definition."""
    root = package.part.numbering_part.element
    identity = str(900 + len(root))
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{identity}"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
        f'<w:numFmt w:val="{number_format}"/><w:lvlText w:val="{pattern}"/></w:lvl></w:abstractNum>'
    )
    number = parse_xml(f'<w:num {nsdecls("w")} w:numId="{identity}"><w:abstractNumId w:val="{identity}"/></w:num>')
    root.insert(0, abstract)
    root.append(number)
    for text in texts:
        paragraph = package.add_paragraph(text)
        properties = paragraph._p.get_or_add_pPr()
        properties.append(
            parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="0"/><w:numId w:val="{identity}"/></w:numPr>')
        )


def test_headings_paragraphs_and_title(read: Read) -> None:
    package = docx.Document()
    package.add_heading("青禾售后手册", 0)
    package.add_heading("退货", 1)
    package.add_paragraph("七日内可退。")
    package.add_heading("费用", 2)
    package.add_paragraph("运费自理。")
    document = read(saved(package), "手册.docx")
    assert document.title == "青禾售后手册"
    assert document.blocks[-1].heading_path == ("退货", "费用")
    assert document.blocks[2].heading_path == ("退货",)


def test_lists_follow_their_style(read: Read) -> None:
    package = docx.Document()
    package.add_paragraph("步骤如下：")
    for text in ("提交申请", "等待审核"):
        package.add_paragraph(text, style="List Number")
    package.add_paragraph("无序项", style="List Bullet")
    package.add_paragraph("结束。")
    document = read(saved(package), "a.docx")
    assert [block.kind for block in document.blocks] == ["paragraph", "list", "paragraph"]
    assert [item.marker for item in document.blocks[1].items] == ["1.", "2.", "-"]
    assert document.blocks[1].text.startswith("1. 提交申请")


def test_automatic_article_numbers_become_text(read: Read) -> None:
    package = docx.Document()
    numbered(package, ["为规范退货，制定本办法。", "七日内可退。"], "chineseCountingThousand", "第%1条")
    document = read(saved(package), "a.docx")
    assert [block.text for block in document.blocks] == ["第一条 为规范退货，制定本办法。", "第二条 七日内可退。"]
    assert [block.heading_path for block in document.blocks] == [("第一条",), ("第二条",)]


def test_tables_merged_both_ways(read: Read) -> None:
    package = docx.Document()
    table = package.add_table(4, 3)
    texts = [["地区", "运费", ""], ["", "首重", "续重"], ["华东", "8元", "2元"], ["", "9元", "3元"]]
    for row, line in enumerate(texts):
        for col, text in enumerate(line):
            table.cell(row, col).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(2, 0).merge(table.cell(3, 0))
    parsed = read(saved(package), "a.docx").blocks[0].table
    assert parsed is not None
    assert parsed.columns() == ["地区", "运费 首重", "运费 续重"]
    assert parsed.grid()[2:] == [["华东", "8元", "2元"], ["华东", "9元", "3元"]]


def test_deleted_text_is_left_out_and_inserted_kept(read: Read) -> None:
    package = docx.Document()
    paragraph = package.add_paragraph("押金")
    paragraph._p.append(
        parse_xml(f'<w:del {nsdecls("w")} w:id="1" w:author="x"><w:r><w:delText>100元</w:delText></w:r></w:del>')
    )
    paragraph._p.append(parse_xml(f'<w:ins {nsdecls("w")} w:id="2" w:author="x"><w:r><w:t>200元</w:t></w:r></w:ins>'))
    assert read(saved(package), "a.docx").blocks[0].text == "押金200元"


def replaced(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def test_a_broken_structure_falls_back_to_text(read: Read) -> None:
    package = docx.Document()
    package.add_paragraph("仍可读取的文字。")
    broken = replaced(saved(package), lambda name, part: b"<broken" if name == "word/styles.xml" else part)
    document = read(broken, "a.docx")
    assert document.parser == "docx-plain"
    assert document.blocks[0].text == "仍可读取的文字。"
    assert "text only" in document.warnings[0]


def test_a_broken_main_part_is_refused(read: Read) -> None:
    package = docx.Document()
    broken = replaced(saved(package), lambda name, part: b"<broken" if name == "word/document.xml" else part)
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read(broken, "a.docx")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "一"),
        (10, "十"),
        (11, "十一"),
        (20, "二十"),
        (105, "一百零五"),
        (110, "一百一十"),
        (1001, "一千零一"),
        (0, "0"),
    ],
)
def test_chinese_ordinals(number: int, text: str) -> None:
    assert chinese_ordinal(number) == text


def test_other_number_formats() -> None:
    formats = ("lowerLetter", "upperRoman", "decimalZero", "decimalEnclosedCircle", "none", "unknown")
    assert [ordinal(4, name) for name in formats] == ["d", "IV", "04", "④", "", "4"]
    assert ordinal(28, "lowerLetter") == "ab"


def test_footnotes_follow_their_paragraph(read: Read, shared_data: Any) -> None:
    path = shared_data / "documents/mammoth/test/test-data/footnotes.docx"
    if not path.exists():
        pytest.skip("the fixture is not here")
    document = read(path.read_bytes(), "footnotes.docx")
    assert [block.kind for block in document.blocks] == ["paragraph", "footnote", "footnote"]
    assert "[^1]" in document.blocks[0].text
