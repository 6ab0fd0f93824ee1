"""What Word shows beside plain paragraphs: notes, boxes, changes, formulas, pictures, nested and merged tables."""

from collections.abc import Callable

import pytest

from core.document import Document
from core.errors import UnreadableFile
from tests.unit.ingestion.office.word_parts import p, run, styled, table, tc, word_file

Read = Callable[[str | bytes, str], Document]


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in document.blocks]


def boxed(content: str) -> str:
    choice = f"<wps:wsp><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx></wps:wsp>"
    older = f"<v:shape><v:textbox><w:txbxContent>{content}</w:txbxContent></v:textbox></v:shape>"
    return f"<w:r><mc:AlternateContent><mc:Choice>{choice}</mc:Choice><mc:Fallback>{older}</mc:Fallback></mc:AlternateContent></w:r>"


def test_notes_stand_after_the_paragraph_that_cites_them(read: Read) -> None:
    cited = run("七日内可退") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run("。")
    ended = run("另见") + '<w:r><w:endnoteReference w:id="2"/></w:r>'
    footnotes = f'<w:footnote w:type="separator" w:id="0">{p("—")}</w:footnote><w:footnote w:id="2">{p("自签收次日起。")}</w:footnote>'
    endnotes = f'<w:endnote w:id="2">{p("附录三。")}</w:endnote>'
    body = p(cited) + p("下一段。") + p(ended) + p(cited)
    document = read(word_file(body, footnotes=footnotes, endnotes=endnotes), "a.docx")
    assert kinds(document) == [
        ("paragraph", "七日内可退[^2]。"), ("footnote", "[^2]: 自签收次日起。"), ("paragraph", "下一段。"),
        ("paragraph", "另见[^e2]"), ("footnote", "[^e2]: 附录三。"), ("paragraph", "七日内可退[^2]。"),
    ]  # fmt: skip


def test_a_note_cited_in_a_table_follows_the_table(read: Read) -> None:
    cell = tc(p(run("8元") + '<w:r><w:footnoteReference w:id="1"/></w:r>'))
    footnotes = f'<w:footnote w:id="1">{p("偏远地区除外。")}</w:footnote>'
    document = read(word_file(table(tc("项目") + tc("费用"), tc("运费") + cell), footnotes=footnotes), "a.docx")
    assert [block.kind for block in document.blocks] == ["table", "footnote"]


def test_text_boxes_are_read_once_wherever_they_are_anchored(read: Read) -> None:
    inner = boxed(p("里面的框"))
    document = read(word_file(p(run("正文") + boxed(p("旁注") + p(inner)))), "a.docx")
    assert kinds(document) == [("paragraph", "正文"), ("paragraph", "旁注"), ("paragraph", "里面的框")]
    in_cell = read(word_file(table(tc("甲") + tc("乙"), tc(p(run("丙") + boxed(p("框中字")))) + tc("丁"))), "a.docx")
    assert in_cell.blocks[0].table is not None
    assert in_cell.blocks[0].table.grid()[1] == ["丙\n框中字", "丁"]
    assert in_cell.markdown.count("框中字") == 1


def test_tracked_changes_read_as_accepted(read: Read) -> None:
    deleted = "<w:del><w:r><w:delText>旧</w:delText></w:r></w:del>"
    moved = f"<w:moveFrom>{run('搬走')}</w:moveFrom><w:moveTo>{run('搬来')}</w:moveTo>"
    mark = "<w:rPr><w:del/></w:rPr>"
    body = p(run("甲") + deleted + f"<w:ins>{run('新')}</w:ins>") + p(moved)
    body += p("前半，", mark) + p("后半。") + p(deleted, mark) + p("完。")
    gone = "<w:tr><w:trPr><w:del/></w:trPr>" + tc("删除的行") + tc("x") + "</w:tr>"
    body += table(tc("名") + tc("值"), tc("乙") + tc("1")).replace("</w:tbl>", gone + "</w:tbl>")
    document = read(word_file(body), "a.docx")
    assert [block.text for block in document.blocks[:-1]] == ["甲新", "搬来", "前半，后半。", "完。"]
    assert document.blocks[-1].table is not None
    assert document.blocks[-1].table.grid() == [["名", "值"], ["乙", "1"]]


def test_inner_tables_get_a_block_of_their_own(read: Read) -> None:
    deepest = table(tc("子") + tc("丑"), tc("寅") + tc("卯"))
    inner = table(tc("丙") + tc("丁"), tc("戊") + tc(deepest + p("尾")))
    document = read(word_file(table(tc("甲") + tc("乙"), tc("己") + tc(inner + p("庚")))), "a.docx")
    grids = [block.table.grid() for block in document.blocks if block.table]
    assert [grid[0] for grid in grids] == [["甲", "乙"], ["丙", "丁"], ["子", "丑"]]
    assert grids[0][1] == ["己", "丙 丁\n戊 子 丑\n寅 卯\n尾\n庚"]


def test_merged_cells_in_both_directions_and_skipped_columns(read: Read) -> None:
    wide, begins, goes_on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    rows = [
        tc("地区", begins) + tc("运费", wide),
        tc("", goes_on) + tc("首重") + tc("续重"),
        '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + tc("8元") + tc("2元"),
    ]
    (block,) = read(word_file(table(*rows)), "a.docx").blocks
    assert block.table is not None
    assert block.table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert block.table.grid()[2] == ["", "8元", "2元"]


def test_pictures_formulas_headers_and_contents(read: Read) -> None:
    picture = '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="流程图：申请、审核、退款"/><a:graphic/></wp:inline></w:drawing></w:r>'
    fraction = (
        "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"
    )
    styles = '<w:style w:styleId="T1"><w:name w:val="toc 1"/></w:style>'
    body = styled("第一章 …… 1", "T1") + p(picture) + p(f"<m:oMathPara>{fraction}</m:oMathPara>")
    body += p(run("平均为") + fraction + run("。"))
    document = read(word_file(body, styles=styles, header=p("内部资料")), "a.docx")
    assert kinds(document) == [
        ("image", "流程图：申请、审核、退款"), ("formula", "(a+b)/2"), ("paragraph", "平均为(a+b)/2。"),
    ]  # fmt: skip


def test_strict_files_are_read_whole(read: Read) -> None:
    styles = '<w:style w:styleId="H"><w:name w:val="heading 1"/></w:style>'
    data = word_file(styled("退货", "H") + table(tc("甲") + tc("乙"), tc("1") + tc("2")), strict=True, styles=styles)
    document = read(data, "a.docx")
    assert document.parser == "docx"
    assert [block.kind for block in document.blocks] == ["title", "table"]


def test_an_entity_bomb_is_not_opened(read: Read) -> None:
    data = word_file(p("正文"))
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    import zipfile
    from io import BytesIO

    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "word/document.xml":
                part = bomb + part.replace("正文".encode(), b"x&b;y")
            new.writestr(name, part)
    try:
        document = read(out.getvalue(), "a.docx")
    except UnreadableFile:
        return
    assert "aaaa" not in document.markdown


def test_a_file_that_names_no_main_part_is_refused(read: Read) -> None:
    import zipfile
    from io import BytesIO

    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/other.xml", "<x/>")
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read(out.getvalue(), "a.docx")
