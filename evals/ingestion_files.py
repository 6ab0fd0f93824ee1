"""Generated documents of a given size in every format, for measuring how fast they are read."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO

_SENTENCES = (
    "会员自开卡之日起{n}日内可以申请退费，门店应当在{m}个工作日内办结。",
    "年费为{n}元，按年缴纳；逾期超过{m}日的，按每日万分之五收取滞纳金。",
    "办理时应当出示本人证件和缴费凭证，由经办人当场核对并出具收据。",
    "退费金额不超过已缴金额的百分之{m}，卡内余额自提出申请之日起冻结。",
)
_ROW = "| {n} | 第{n}档服务 | {m}元 | {m}个工作日 |"
_SECTION = 6
_LINES = 36


def paragraphs(characters: int) -> Iterator[str]:
    """Yield paragraphs of about 110 characters, all different, ``characters`` in total."""
    written = number = 0
    while written < characters:
        parts = [_SENTENCES[(number + k) % 4].format(n=number % 97 + 3, m=number % 29 + 2) for k in range(3)]
        text = f"第{number + 1}项　" + "".join(parts)
        yield text
        written += len(text)
        number += 1


def _titled(characters: int) -> Iterator[tuple[str, str]]:
    """Yield ("title" or "text", words)."""
    for number, text in enumerate(paragraphs(characters)):
        if number % _SECTION == 0:
            yield "title", f"{number // _SECTION + 1}　青禾卡服务"
        yield "text", text


def _markdown(characters: int) -> bytes:
    lines = ["# 青禾卡服务办法"]
    for kind, words in _titled(characters):
        lines.append(f"## {words}" if kind == "title" else words)
    table = "\n".join(_ROW.format(n=n, m=n % 29 + 2) for n in range(characters // 400))
    return "\n\n".join([*lines, "| 档 | 服务 | 年费 | 时限 |\n|---|---|---|---|\n" + table]).encode()


def _html(characters: int) -> bytes:
    body = "".join(f"<h2>{w}</h2>" if kind == "title" else f"<p>{w}</p>" for kind, w in _titled(characters))
    return f"<!DOCTYPE html><html><head><title>青禾卡服务办法</title></head><body>{body}</body></html>".encode()


def _plain(characters: int) -> bytes:
    return "\n\n".join(paragraphs(characters)).encode()


def _csv(characters: int) -> bytes:
    rows = (f"{number},{text}" for number, text in enumerate(paragraphs(characters)))
    return "\n".join(["编号,说明", *rows]).encode()


def _json(characters: int) -> bytes:
    records = [
        {"id": f"Q{n}", "question": f"第{n}项怎么办？", "answer": t} for n, t in enumerate(paragraphs(characters))
    ]
    return json.dumps(records, ensure_ascii=False).encode()


def _docx(characters: int) -> bytes:
    from docx import Document

    book = Document()
    for kind, words in _titled(characters):
        book.add_heading(words, 1) if kind == "title" else book.add_paragraph(words)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _xlsx(characters: int) -> bytes:
    return sheet([number, text, number % 97 + 3] for number, text in enumerate(paragraphs(characters)))


def sheet(rows: Iterator[list[object]] | Iterator[list[int | str]]) -> bytes:
    """Return a workbook of one sheet with a header of three columns."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    page = book.create_sheet("清单")
    page.append(["编号", "说明", "年费（元）"])
    for row in rows:
        page.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def rows_100k(count: int = 100_000) -> bytes:
    """Return a workbook of ``count`` short rows."""
    return sheet([n, f"第{n}档服务，{n % 29 + 2}个工作日内办结", n % 97 + 3] for n in range(count))


def _pdf(characters: int) -> bytes:
    return pages(paragraphs(characters))


def pages(texts: Iterator[str], most: int = 10_000) -> bytes:
    """Return an A4 PDF with 36 lines of 38 characters to a page, at most ``most`` pages."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4)
    lines = [text[at : at + 38] for text in texts for at in range(0, len(text), 38)][: most * _LINES]
    for first in range(0, len(lines), _LINES):
        canvas.setFont("STSong-Light", 11)
        for number, line in enumerate(lines[first : first + _LINES]):
            canvas.drawString(72, 770 - 19 * number, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


FORMATS: dict[str, Callable[[int], bytes]] = {
    "md": _markdown,
    "html": _html,
    "docx": _docx,
    "xlsx": _xlsx,
    "pdf": _pdf,
    "txt": _plain,
    "csv": _csv,
    "json": _json,
}
