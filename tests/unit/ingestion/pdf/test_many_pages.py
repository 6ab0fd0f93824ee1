"""Many pages take no more memory than few: what was read from a page is kept, the page is not."""

import tracemalloc

from reportlab.pdfgen.canvas import Canvas

from core.settings import Settings
from ingestion.parsers.pdf import parse


def peak(data: bytes, settings: Settings) -> int:
    tracemalloc.start()
    try:
        parse(data, "a.pdf", settings)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_pages_are_released(printer, settings: Settings) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        for line in range(12):
            printer.write(canvas, 60, 700 - 16 * line, "会员在十五日内可以退货，运费由买家承担。")

    few, many = (printer.pdf(*[page] * count) for count in (5, 40))
    peak(few, settings)
    grown = peak(many, settings) - peak(few, settings)
    # The characters of one page take about 300 kB; 35 more pages of them would be ten megabytes.
    assert grown < 3_000_000
