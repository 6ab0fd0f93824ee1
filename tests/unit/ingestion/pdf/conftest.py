"""A printer of small PDFs, and where on the page things were put."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

FONT = "STSong-Light"
pdfmetrics.registerFont(UnicodeCIDFont(FONT))
Draw = Callable[[Canvas], None]


@dataclass(frozen=True)
class Printer:
    """Draws pages; y counts from the bottom of an A4 page, in points."""

    height: float = A4[1]

    def pdf(self, *pages: Draw) -> bytes:
        out = BytesIO()
        canvas = Canvas(out, pagesize=A4)
        for draw in pages:
            draw(canvas)
            canvas.showPage()
        canvas.save()
        return out.getvalue()

    def write(self, canvas: Canvas, x: float, y: float, text: str, size: float = 11, font: str = FONT) -> None:
        canvas.setFont(font, size)
        canvas.drawString(x, y, text)

    def rows(
        self, canvas: Canvas, top: float, rows: Sequence[Sequence[str]], xs: Sequence[float], step: float = 16
    ) -> None:
        """Write rows without any line, each cell at the x of its column."""
        for number, row in enumerate(rows):
            for x, text in zip(xs, row, strict=True):
                self.write(canvas, x, top - number * step, text)

    def grid(
        self, canvas: Canvas, top: float, rows: Sequence[Sequence[str]], width: float = 120, height: float = 22
    ) -> None:
        """Draw a ruled table whose top left corner is at x 60."""
        columns = len(rows[0])
        for line in range(len(rows) + 1):
            canvas.line(60, top - line * height, 60 + columns * width, top - line * height)
        for line in range(columns + 1):
            canvas.line(60 + line * width, top, 60 + line * width, top - len(rows) * height)
        for number, row in enumerate(rows):
            for col, text in enumerate(row):
                self.write(canvas, 65 + col * width, top - number * height - 15, text)

    def picture(self, data: bytes, page: int = 0) -> Draw:
        """Return a drawing that shows a page of another PDF as a picture, as a scan does."""
        import pypdfium2

        image = pypdfium2.PdfDocument(data)[page].render(scale=2).to_pil().convert("RGB")
        return lambda canvas: canvas.drawImage(ImageReader(image), 0, 0, *A4)  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def printer() -> Printer:
    return Printer()
