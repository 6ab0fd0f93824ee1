"""Tables without lines, and what only looks like one."""

from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

from core.document import Document, Table

Read = Callable[[str | bytes, str], Document]
XS = (60.0, 200.0, 300.0, 400.0)


def tables(document: Document) -> list[Table]:
    return [block.table for block in document.blocks if block.table is not None]


def test_columns_of_figures(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    rows = [
        ("门店", "面积", "员工", "年租"),
        *[(f"第{n}分店", f"{n * 20}", f"{n + 3}", f"{n * 900}") for n in range(1, 7)],
    ]

    def page(canvas: Canvas) -> None:
        printer.write(canvas, 60, 700, "各门店的基本情况如下，数据截至上月末，供各部门参考使用。")
        printer.rows(canvas, 660, rows, XS)
        printer.write(canvas, 60, 500, "以上数据由运营部门统计。")

    (table,) = tables(read(printer.pdf(page), "a.pdf"))
    assert table.grid() == [list(row) for row in rows]


def test_rules_only_above_and_below(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    rows = [("Model", "Weight", "Price"), *[(f"K{n}", f"{n}.5", f"{n * 100}") for n in range(1, 6)]]

    def page(canvas: Canvas) -> None:
        for y in (674, 656, 575):
            canvas.line(55, y, 450, y)
        printer.rows(canvas, 660, rows, XS[:3])

    (table,) = tables(read(printer.pdf(page), "a.pdf"))
    assert table.grid() == [list(row) for row in rows]


def test_a_row_per_line_inside_drawn_columns(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    rows = [("等级", "年费"), *[(f"{n}级", f"{n * 50}") for n in range(1, 7)]]

    def page(canvas: Canvas) -> None:
        for y in (676, 656, 560):
            canvas.line(55, y, 300, y)
        for x in (55, 180, 300):
            canvas.line(x, 676, x, 560)
        printer.rows(canvas, 660, rows, (60, 190))

    (table,) = tables(read(printer.pdf(page), "a.pdf"))
    assert table.grid() == [list(row) for row in rows]


def test_wrapped_cells_stay_whole(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        printer.grid(canvas, 700, [("项目", "说明"), ("", "")], width=150, height=60)
        for line, text in enumerate(("凭购物凭证到门店", "服务台办理退货手", "续，逾期不予受理")):
            printer.write(canvas, 215, 620 - 14 * line, text, 16)
        printer.write(canvas, 65, 610, "退货")

    (table,) = tables(read(printer.pdf(page), "a.pdf"))
    assert table.grid()[1] == ["退货", "凭购物凭证到门店服务台办理退货手续，逾期不予受理"]


def test_prose_in_two_columns_is_no_table(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    line = "青禾公司在本市门店为会员提供退货与换货服务"

    def page(canvas: Canvas) -> None:
        for number in range(25):
            printer.write(canvas, 50, 780 - 16 * number, line)
            printer.write(canvas, 320, 780 - 16 * number, line)

    document = read(printer.pdf(page), "a.pdf")
    assert tables(document) == []
    assert len(document.markdown.replace("\n", "")) == 50 * len(line)


def test_a_numbered_list_is_no_table(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        printer.rows(canvas, 700, [(f"{n}.", f"第{n}步按说明操作并签字") for n in range(1, 9)], (60, 90))

    assert tables(read(printer.pdf(page), "a.pdf")) == []


def test_a_bar_chart_is_no_table(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        canvas.rect(60, 500, 300, 200)
        for number in range(6):
            canvas.line(60, 520 + 30 * number, 360, 520 + 30 * number)
            canvas.rect(130, 510 + 30 * number, 30 + 37 * number, 12, stroke=0, fill=1)
            printer.write(canvas, 65, 512 + 30 * number, f"{number + 1}月")
        canvas.setFillGray(0)

    assert tables(read(printer.pdf(page), "a.pdf")) == []
