"""Automatic numbers of Word as text."""

from collections.abc import Callable

from core.document import Document
from tests.unit.ingestion.office.word_parts import definition, levels, numbered, p, styled, table, tc, word_file

Read = Callable[[str | bytes, str], Document]


def texts(document: Document) -> list[str]:
    return [line for block in document.blocks for line in block.text.split("\n")]


def test_levels_count_and_start_again_below_a_higher_one(read: Read) -> None:
    numbering = definition(1, levels(("decimal", "%1"), ("decimal", "%1.%2"), ("lowerLetter", "(%3)")))
    places = [(0, "甲"), (1, "乙"), (2, "丙"), (2, "丁"), (1, "戊"), (2, "己"), (0, "庚"), (1, "辛")]
    body = "".join(numbered(text * 4, 1, level) for level, text in places)
    found = [line.strip() for line in texts(read(word_file(body, numbering=numbering), "a.docx"))]
    assert [line.split()[0] for line in found] == ["1", "1.1", "(a)", "(b)", "1.2", "(a)", "2", "2.1"]


def test_chinese_numbers_and_legal_digits(read: Read) -> None:
    chinese = definition(1, levels(("chineseCounting", "第%1章"), ("chineseCounting", "%2、")))
    legal = definition(2, levels(("chineseCounting", "第%1条"), ("decimal", "%1.%2"), extra="<w:isLgl/>"))
    body = numbered("总则", 1) + numbered("目的", 1, 1) + numbered("范围", 1, 1)
    body += numbered("条文内容。", 2) + numbered("款的内容。", 2, 1)
    found = texts(read(word_file(body, numbering=chinese + legal), "a.docx"))
    assert found == ["第一章 总则", "一、 目的", "二、 范围", "第1条 条文内容。", "1.1 款的内容。"]


def test_a_level_that_never_starts_again(read: Read) -> None:
    content = levels(("chineseCounting", "第%1章"), ("chineseCounting", "第%2条"), extra='<w:lvlRestart w:val="0"/>')
    body = numbered("总则", 1) + numbered("甲乙。", 1, 1) + numbered("分则", 1) + numbered("丙丁。", 1, 1)
    document = read(word_file(body, numbering=definition(1, content)), "a.docx")
    assert texts(document) == ["第一章 总则", "第一条 甲乙。", "第二章 分则", "第二条 丙丁。"]


def test_a_second_list_starts_again_only_where_it_says_so(read: Read) -> None:
    again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering = definition(1, levels(("decimal", "%1)")))
    numbering += '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    numbering += f'<w:num w:numId="3"><w:abstractNumId w:val="1"/>{again}</w:num>'
    body = numbered("甲", 1) + p("间隔。") + numbered("乙", 2) + p("间隔。") + numbered("丙", 3) + numbered("丁", 3)
    found = texts(read(word_file(body, numbering=numbering), "a.docx"))
    assert found == ["1) 甲", "间隔。", "2) 乙", "间隔。", "1) 丙", "2) 丁"]


def test_numbers_that_come_from_styles(read: Read) -> None:
    tied = "".join(
        f'<w:lvl w:ilvl="{at}"><w:numFmt w:val="decimal"/><w:lvlText w:val="{pattern}"/>'
        f'<w:pStyle w:val="H{at + 1}"/></w:lvl>'
        for at, pattern in enumerate(("%1", "%1.%2"))
    )
    styles = "".join(
        f'<w:style w:styleId="H{n}"><w:name w:val="heading {n}"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
        "</w:style>"
        for n in (1, 2)
    )
    body = styled("退货", "H1") + styled("期限", "H2") + styled("费用", "H2") + styled("换货", "H1")
    document = read(word_file(body, styles=styles, numbering=definition(1, tied)), "a.docx")
    assert [(block.level, block.text) for block in document.blocks] == [
        (1, "1 退货"), (2, "1.1 期限"), (2, "1.2 费用"), (1, "2 换货"),
    ]  # fmt: skip


def test_numbers_inside_cells_are_counted_once(read: Read) -> None:
    numbering = definition(1, levels(("decimal", "%1.")))
    inner = table(tc(numbered("甲", 1)) + tc("x"), tc(numbered("乙", 1)) + tc("y"))
    body = table(tc("步骤") + tc("说明"), tc(numbered("申请", 1) + numbered("审核", 1)) + tc(f"{inner}{p('z')}"))
    document = read(word_file(body + numbered("归档", 1), numbering=numbering), "a.docx")
    outer, nested, rest = document.blocks
    assert outer.table is not None and nested.table is not None
    assert outer.table.grid()[1] == ["1. 申请\n2. 审核", "3. 甲 x\n4. 乙 y\nz"]
    assert nested.table.grid() == [["3. 甲", "x"], ["4. 乙", "y"]]
    assert rest.text == "5. 归档"


def test_a_numbering_style_is_followed(read: Read) -> None:
    numbering = (
        f'<w:abstractNum w:abstractNumId="1"><w:styleLink w:val="S"/>{levels(("upperRoman", "%1."))}</w:abstractNum>'
        '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="S"/></w:abstractNum>'
        '<w:num w:numId="7"><w:abstractNumId w:val="2"/></w:num>'
    )
    assert texts(read(word_file(numbered("甲", 7) + numbered("乙", 7), numbering=numbering), "a.docx")) == [
        "I. 甲",
        "II. 乙",
    ]
