"""One HTML file that needs nothing from elsewhere; every word of a document is escaped."""

from collections.abc import Iterable
from html import escape

_STYLE = """
body{font:15px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid #ddd}h3{font-size:1rem;margin:1.2rem 0 .3rem}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #ddd;padding:.3rem .6rem;text-align:left;vertical-align:top}
th{background:#f6f6f6}blockquote{margin:.3rem 0;padding:.2rem .8rem;border-left:3px solid #ccc;white-space:pre-wrap}
.place{color:#777;font-size:.85rem}.old{border-color:#c33}.new{border-color:#3a3}del{background:#fdd}ins{background:#dfd;text-decoration:none}
.tag{display:inline-block;padding:0 .5rem;border-radius:.6rem;background:#eee;font-size:.85rem}
.error{background:#fdd}.warning{background:#fe9}.note{background:#def}
""".strip()  # noqa: E501  one rule a line


def page(title: str, body: Iterable[str]) -> str:
    """Return a whole page; ``body`` is markup, ``title`` is text."""
    return (
        '<!doctype html>\n<html lang="zh-CN">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; the names of columns are text, cells are markup."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = ("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>\n" + "\n".join(lines) + "</table>"


def quote(text: str, place: str, side: str = "", marks: Iterable[str] = (), tag: str = "") -> str:
    """Return a quotation with its place; the first stretches of ``marks``, in order, stand in ``tag``."""
    shown = marked(text, marks, tag) if tag else escape(text)
    return f'<blockquote class="{side}">{shown}</blockquote><div class="place">{escape(place)}</div>'


def marked(text: str, marks: Iterable[str], tag: str) -> str:
    """Escape ``text`` and put ``tag`` around the first stretch of every one of ``marks`` that is still free."""
    spans: list[tuple[int, int]] = []
    for mark in marks:
        start = text.find(mark)
        while start >= 0 and any(start < end and begin < start + len(mark) for begin, end in spans):
            start = text.find(mark, start + 1)
        if start >= 0:
            spans.append((start, start + len(mark)))
    parts: list[str] = []
    at = 0
    for begin, end in sorted(spans):
        parts += [escape(text[at:begin]), f"<{tag}>{escape(text[begin:end])}</{tag}>"]
        at = end
    return "".join((*parts, escape(text[at:])))
