"""Every example of the CommonMark and GFM test files: no crash, all text kept, every span slices back."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.document import Document
from core.errors import UnreadableFile

FENCE = "`" * 32
EXAMPLE = re.compile(rf"^{FENCE} example[^\n]*\n(.*?)^\.\n(.*?)(?:^\.\n.*?)?^{FENCE}$", re.MULTILINE | re.DOTALL)
HIDDEN = re.compile(
    r"<(script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext)\b.*?(?:</\1>|$)|<!--.*?(?:-->|$)|<[?!].*?>",
    re.DOTALL | re.IGNORECASE,
)
# Numbers that a renderer gives to footnotes are not in the source.
MARKS = re.compile(r'<sup class="footnote-ref">.*?</sup>|<a [^>]*class="footnote-backref"[^>]*>.*?</a>', re.DOTALL)
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
FILES = {
    "commonmark/spec.txt": 655,
    "cmark_gfm/test/spec.txt": 640,
    "cmark_gfm/test/extensions.txt": 25,
    "cmark_gfm/test/regression.txt": 10,
}


def examples(text: str) -> Iterator[tuple[str, str]]:
    for match in EXAMPLE.finditer(text):
        yield match.group(1).replace("→", "\t"), match.group(2).replace("→", "\t")


def words(shown: str) -> list[str]:
    """Return the words a browser would show of the expected HTML."""
    return re.findall(r"[^\W_]+", html.unescape(TAG.sub(" ", HIDDEN.sub(" ", MARKS.sub(" ", shown)))))


@pytest.mark.parametrize("name", FILES)
def test_examples(name: str, shared_data: Path, read: Callable[[str | bytes, str], Document]) -> None:
    path = shared_data / "markdown" / name
    if not path.exists():
        pytest.skip("the test file is not here")
    seen, lost = 0, []
    for source, shown in examples(path.read_text("utf-8")):
        seen += 1
        try:
            document = read(source, "a.md")
        except UnreadableFile as error:
            assert "no text" in error.message or "empty" in error.message
            if words(shown):
                lost.append((source, words(shown)))
            continue
        source_text = "\n".join(block.text for block in document.blocks)
        text = f"{source_text}\n{html.unescape(source_text)}\n{re.sub(r'[*_`]', '', source_text)}"
        missing = [word for word in words(shown) if word not in text]
        if missing:
            lost.append((source, missing))
    assert seen >= FILES[name]
    assert lost == []
