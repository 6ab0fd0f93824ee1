"""HTML is walked block by block."""

from collections.abc import Callable

from core.document import Document

Read = Callable[[str | bytes, str], Document]


def page(body: str, head: str = "") -> str:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def test_blocks_in_order_and_hidden_parts_left_out(read: Read) -> None:
    document = read(
        page(
            "<h1>退货 说明</h1>开头<b>加粗</b>文字<p>第一段<br>第二行</p>"
            "<script>x()</script><p hidden>藏</p><pre>a  b</pre>"
        ),
        "a.html",
    )
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("title", "退货 说明"),
        ("paragraph", "开头加粗文字"),
        ("paragraph", "第一段\n第二行"),
        ("code", "```\na  b\n```"),
    ]
    assert document.title == "退货说明"


def test_title_from_the_head_when_there_is_no_h1(read: Read) -> None:
    assert read(page("<p>甲</p>", "<title>青禾 规则</title>"), "a.html").title == "青禾规则"


def test_merged_cells_are_resolved(read: Read) -> None:
    document = read(
        page(
            "<table><caption>运费</caption><thead><tr><th rowspan=2>地区</th><th colspan=2>运费</th></tr>"
            "<tr><th>首重</th><th>续重</th></tr></thead>"
            "<tr><td rowspan=2>华东</td><td>8元</td><td>2元</td></tr><tr><td>9元</td><td>3元</td></tr></table>"
        ),
        "a.html",
    )
    table = document.blocks[0].table
    assert table is not None
    assert table.caption == "运费"
    assert table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert table.grid()[2:] == [["华东", "8元", "2元"], ["华东", "9元", "3元"]]


def test_numbers_are_never_retyped(read: Read) -> None:
    document = read(
        page("<table><tr><th>额</th><th>码</th></tr><tr><td>2,005,864.26</td><td>00123</td></tr></table>"), "a.html"
    )
    table = document.blocks[0].table
    assert table is not None
    assert table.grid()[1] == ["2,005,864.26", "00123"]


def test_layout_tables_are_walked_through(read: Read) -> None:
    document = read(page("<table><tr><td><p>甲</p><ul><li>乙</li></ul></td></tr></table>"), "a.html")
    assert [block.kind for block in document.blocks] == ["paragraph", "list"]


def test_lists_with_nesting_start_and_inner_tables(read: Read) -> None:
    document = read(
        page(
            "<ol start=3><li>甲<ul><li>乙</li></ul></li><li>丙<table><tr><td>1</td><td>2</td></tr></table>后</li></ol>"
        ),
        "a.html",
    )
    assert [block.kind for block in document.blocks] == ["list", "table"]
    assert [(i.marker, i.text, i.depth) for i in document.blocks[0].items] == [
        ("3.", "甲", 0), ("-", "乙", 1), ("4.", "丙\n后", 0),
    ]  # fmt: skip


def test_articles_in_a_page(read: Read) -> None:
    document = read(page("<p>第一条 甲。</p><p>续。</p><p>第二条 乙。</p>"), "a.html")
    assert [block.heading_path for block in document.blocks] == [("第一条",), ("第一条",), ("第二条",)]


def test_a_huge_span_is_clipped(read: Read) -> None:
    document = read(
        page("<table><tr><td rowspan=99999999>甲</td><td>乙</td></tr><tr><td>丙</td></tr></table>"), "a.html"
    )
    assert document.blocks[0].table is not None
    assert document.blocks[0].table.row_count == 2


def test_meta_elements_are_metadata_as_front_matter_is(read: Read) -> None:
    head = (
        '<meta name="Version" content="V2.10"><meta name="category" content=" 售后  政策 ">'
        '<meta name="product-line" content="星河宝"><meta name="valid_from" content="2026-03-01">'
        '<meta name="replaces" content="旧规则；退货规则"><meta name="viewport" content="width=device-width">'
        '<meta name="region" content=""><meta name="category" content="别的">'
    )
    document = read(page("<h1>退货规则</h1><p>七天内可退。</p>", head), "a.html")
    assert document.version == "V2.10"
    assert dict(document.metadata) == {
        "version": "V2.10",
        "category": "售后 政策",
        "product_line": "星河宝",
        "valid_from": "2026-03-01",
        "replaces": "旧规则；退货规则",
        "repeals": "旧规则；退货规则",
        "series": "退货规则",
    }
