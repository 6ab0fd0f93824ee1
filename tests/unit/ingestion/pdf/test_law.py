"""A law of several pages with a long table, printed here, so that the truth is known to the point."""

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from core.document import Block, Document

Read = Callable[[str | bytes, str], Document]

TITLE = "云杉市城市供水计量办法"
OPENING = ("第一条　为规范供水计量，制定本办法。", "第二条　用户应当按月缴纳水费。", "第三条　各表具的年检费用见附表。")
CLOSING = "第四条　本办法自发布之日起施行。"
HEADER = ("表具编号", "口径", "年检费用")
ROWS = [(f"S-{number:03d}", f"{15 + number % 5 * 5}毫米", f"{number * 3 + 20}元") for number in range(1, 71)]
PER_PAGE = (20, 28, 22)


@pytest.fixture(scope="module")
def law(printer, read: Read) -> Document:  # type: ignore[no-untyped-def]
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            printer.write(canvas, 230, 810, "云杉市人民政府公报", 9)
            printer.write(canvas, 290, 30, f"— {number + 1} —", 9)
            first = sum(PER_PAGE[:number])
            part = ROWS[first : first + PER_PAGE[number]]
            top = 760.0
            if number == 0:
                printer.write(canvas, 180, 750, TITLE, 20)
                for line, text in enumerate(OPENING):
                    printer.write(canvas, 60, 710 - 20 * line, text)
                top = 640.0
            printer.grid(canvas, top, [HEADER, *part], width=150)
            if number == len(PER_PAGE) - 1:
                printer.write(canvas, 60, 200, CLOSING)

        return draw

    return read(printer.pdf(*(page(number) for number in range(len(PER_PAGE)))), "云杉市供水.pdf")


def shown(text: str) -> str:
    """Return ``text`` as it is read back: the wide space after an article's number as a plain one."""
    return text.replace("\u3000", " ")


def around(x: float, y: float, text: str, size: float) -> tuple[float, float, float, float]:
    """Return the box of full-width characters on the baseline ``y``; the font says 0.75 of its size above, 0.27 below."""
    base = 841.9 - y
    return (x, base - 0.75 * size, x + len(text) * size, base + 0.27 * size)


def table_of(document: Document) -> Block:
    (block,) = [block for block in document.blocks if block.table is not None]
    return block


def test_the_table_is_one_with_one_header(law: Document) -> None:
    table = table_of(law).table
    assert table is not None
    assert table.header_rows == 1
    assert table.grid() == [list(HEADER), *map(list, ROWS)]


def test_headers_and_page_numbers_are_gone(law: Document) -> None:
    assert "公报" not in law.markdown
    assert "—" not in law.markdown


def test_reading_order(law: Document) -> None:
    texts = [block.text for block in law.blocks if block.table is None]
    assert texts == [shown(text) for text in (TITLE, *OPENING, CLOSING)]
    assert [block.kind for block in law.blocks].index("table") == 1 + len(OPENING)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        (TITLE, around(180, 750, TITLE, 20)),
        (OPENING[1], around(60, 690, OPENING[1], 11)),
        (CLOSING, around(60, 200, CLOSING, 11)),
    ],
)
def test_boxes_are_within_three_points(law: Document, text: str, truth: tuple[float, ...]) -> None:
    (block,) = [block for block in law.blocks if block.text == shown(text)]
    assert block.span.bbox is not None
    assert max(abs(a - b) for a, b in zip(block.span.bbox, truth, strict=True)) <= 3, (block.span.bbox, truth)


def test_the_table_is_where_it_begins(law: Document) -> None:
    span = table_of(law).span
    assert span.page == 1 and span.bbox is not None
    truth = (60, 842 - 640, 60 + 3 * 150, 842 - 640 + 21 * 22)
    assert all(abs(a - b) <= 3 for a, b in zip(span.bbox, truth, strict=True)), span.bbox
