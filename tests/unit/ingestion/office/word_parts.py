"""Writes DOCX files part by part, so that a test holds exactly the XML it is about."""

import zipfile
from io import BytesIO

_MAIN = {
    False: "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    True: "http://purl.oclc.org/ooxml/wordprocessingml/main",
}
_RELATIONS = {
    False: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    True: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
_OTHERS = (
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_ROOTS = {"header": "hdr"}


def word_file(body: str, *, strict: bool = False, **parts: str) -> bytes:
    """Return a DOCX whose body, styles, numbering, notes and header are the XML given (without their root elements)."""
    names = f'xmlns:w="{_MAIN[strict]}" xmlns:r="{_RELATIONS[strict]}" {_OTHERS}'
    relations = "".join(
        f'<Relationship Id="r{number}" Type="{_RELATIONS[strict]}/{name}" Target="{name}.xml"/>'
        for number, name in enumerate(parts)
    )
    main = f'<Relationship Id="r" Type="{_RELATIONS[strict]}/officeDocument" Target="word/document.xml"/>'
    files = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f"<Relationships>{main}</Relationships>",
        "word/_rels/document.xml.rels": f"<Relationships>{relations}</Relationships>",
        "word/document.xml": f"<w:document {names}><w:body>{body}</w:body></w:document>",
    }
    for name, text in parts.items():
        root = _ROOTS.get(name, name)
        files[f"word/{name}.xml"] = f"<w:{root} {names}>{text}</w:{root}>"
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def run(text: str) -> str:
    """Return a run of text."""
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(content: str, properties: str = "") -> str:
    """Return a paragraph; ``content`` is XML or plain text."""
    inner = content if content.startswith("<") else run(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def styled(content: str, style: str) -> str:
    """Return a paragraph of a style."""
    return p(content, f'<w:pStyle w:val="{style}"/>')


def numbered(text: str, number: int, level: int = 0) -> str:
    """Return a paragraph with an automatic number."""
    return p(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def levels(*patterns: tuple[str, str], extra: str = "") -> str:
    """Return the levels of a numbering from (format, pattern) pairs; ``extra`` goes into every level."""
    return "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{name}"/><w:lvlText w:val="{pattern}"/>{extra}'
        "</w:lvl>"
        for at, (name, pattern) in enumerate(patterns)
    )


def definition(identity: int, content: str) -> str:
    """Return a definition and a number of the same id that uses it."""
    return (
        f'<w:abstractNum w:abstractNumId="{identity}">{content}</w:abstractNum>'
        f'<w:num w:numId="{identity}"><w:abstractNumId w:val="{identity}"/></w:num>'
    )


def table(*rows: str) -> str:
    """Return a table of rows."""
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def tc(content: str, properties: str = "") -> str:
    """Return a cell; ``content`` is XML or plain text."""
    inner = content if content.startswith("<") else p(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"
