"""A PDF from a list of blocks, with a running header and footer and tables that repeat their header row."""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

_FONT = "STSong-Light"
_MARGIN = 60
_STYLES = {
    "title": ParagraphStyle("title", fontName=_FONT, fontSize=20, leading=28, spaceAfter=12, wordWrap="CJK"),
    "h1": ParagraphStyle("h1", fontName=_FONT, fontSize=14, leading=20, spaceBefore=12, spaceAfter=6, wordWrap="CJK"),
    "p": ParagraphStyle("p", fontName=_FONT, fontSize=10.5, leading=17, spaceAfter=5, wordWrap="CJK"),
    "caption": ParagraphStyle("caption", fontName=_FONT, fontSize=9.5, leading=14, spaceAfter=4, wordWrap="CJK"),
    "cell": ParagraphStyle("cell", fontName=_FONT, fontSize=9, leading=13, wordWrap="CJK"),
}
_GRID = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ]
)


def page_file(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of an A4 PDF built from ``content`` (``properties``, running lines and ``blocks``).

    The font is one every Chinese PDF reader knows by name; it is not embedded, the text stays extractable.
    """
    pdfmetrics.registerFont(UnicodeCIDFont(_FONT))
    target = BytesIO()
    template = SimpleDocTemplate(
        target,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN + 10,
        bottomMargin=_MARGIN + 10,
        invariant=1,
        **content["properties"],
    )
    frame = _running_lines(content["running_header"], content["running_footer"])
    template.build(_flowables(content), onFirstPage=frame, onLaterPages=frame)
    return target.getvalue()


def _flowables(content: Mapping[str, Any]) -> list[Flowable]:
    result: list[Flowable] = []
    for block in content["blocks"]:
        ((kind, value),) = block.items()
        if kind == "table":
            result += _table(value)
        else:
            result.append(Paragraph(escape(value), _STYLES["p" if kind == "notice" else kind]))
    return result


def _table(table: Mapping[str, Any]) -> list[Flowable]:
    cells = [[Paragraph(escape(text), _STYLES["cell"]) for text in row] for row in table["rows"]]
    grid = Table(cells, colWidths=table["widths"], repeatRows=1, style=_GRID)
    return [Paragraph(escape(table["caption"]), _STYLES["caption"]), grid, Spacer(1, 10)]


def _running_lines(header: str, footer: str) -> Callable[[Canvas, Any], None]:
    def draw(canvas: Canvas, template: Any) -> None:
        width, height = A4
        canvas.saveState()
        canvas.setFont(_FONT, 8.5)
        canvas.drawString(_MARGIN, height - 40, header)
        canvas.drawString(_MARGIN, 36, footer)
        canvas.drawRightString(width - _MARGIN, 36, f"第 {template.page} 页")
        canvas.restoreState()

    return draw
