"""EPUB: chapters in the order of the spine."""

import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest

from core.document import Document
from core.errors import UnreadableFile

Read = Callable[[str | bytes, str], Document]

CONTAINER = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>青禾售后手册</dc:title><dc:creator>青禾客服部</dc:creator></metadata>
<manifest>
<item id="two" href="text/%E7%AC%AC%E4%BA%8C%E7%AB%A0.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/1.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="a.css" media-type="text/css"/>
</manifest><spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/><itemref idref="css"/></spine></package>"""
NAV = '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><a href="text/1.xhtml">退货</a><a href="text/%E7%AC%AC%E4%BA%8C%E7%AB%A0.xhtml#x">换货</a></nav></body></html>'


def book(**changed: str) -> bytes:
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OPS/book.opf": PACKAGE,
        "OPS/nav.xhtml": NAV,
        "OPS/text/1.xhtml": "<html><body><h1>第一章 退货</h1><p>七日内可退。</p><table><tr><th>项</th><th>费</th></tr><tr><td>运费</td><td>8元</td></tr></table></body></html>",
        "OPS/text/第二章.xhtml": "<html><body><p>十五日内可换。</p></body></html>",
    } | changed
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_chapters_follow_the_spine_and_get_the_names_of_the_contents(read: Read) -> None:
    document = read(book(), "手册.epub")
    assert [(block.kind, block.heading_path) for block in document.blocks] == [
        ("title", ()), ("paragraph", ("第一章 退货",)), ("table", ("第一章 退货",)), ("title", ()), ("paragraph", ("换货",)),
    ]  # fmt: skip
    assert document.title == "青禾售后手册"
    assert document.metadata["author"] == "青禾客服部"
    assert document.media_type == "application/epub+zip"


def test_a_missing_chapter_costs_itself_alone(read: Read) -> None:
    package = PACKAGE.replace("text/1.xhtml", "text/gone.xhtml")
    document = read(book(**{"OPS/book.opf": package}), "a.epub")
    assert [block.text for block in document.blocks] == ["换货", "十五日内可换。"]
    assert any("gone" in warning for warning in document.warnings)


def test_encrypted_chapters_are_refused_and_fonts_are_not(read: Read) -> None:
    def encrypted(path: str) -> bytes:
        return book(**{"META-INF/encryption.xml": f'<encryption><x URI="{path}"/></encryption>'})

    with pytest.raises(UnreadableFile, match="encrypted"):
        read(encrypted("OPS/text/1.xhtml"), "a.epub")
    assert len(read(encrypted("OPS/a.otf"), "a.epub").blocks) == 5


def test_a_book_without_a_package_is_refused(read: Read) -> None:
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read(book(**{"META-INF/container.xml": "<container/>"}), "a.epub")
