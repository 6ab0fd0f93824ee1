"""Broken, hostile and enormous files: each costs itself alone and says what is wrong with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.document import Document
from core.errors import InvalidInput, UnreadableFile
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.sandbox import close_workers, parse_isolated
from tests.integration.ingestion import bad_files

Load = Callable[..., Document]


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    close_workers()


@pytest.fixture
def load(tmp_path: Path, settings: Settings) -> Load:
    """Return a function that writes bytes under a name and reads them in the child."""

    def run(name: str, data: bytes, **changed: object) -> Document:
        path = tmp_path / name
        path.write_bytes(data)
        return parse_isolated(path, settings=settings.model_copy(update=changed), seconds=60)

    return run


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


REFUSED: list[tuple[str, Callable[[], bytes], str]] = [
    ("空.md", lambda: b"", "the file is empty"),
    ("空白.txt", lambda: b" \n\t\n ", "the file is empty"),
    ("空.xlsx", lambda: b"", "the file is empty"),
    ("半.pdf", lambda: half(bad_files.pdf()), "the PDF is broken"),
    ("半.docx", lambda: half(bad_files.docx()), "not a whole zip archive"),
    ("半.xlsx", lambda: half(bad_files.xlsx()), "not a whole zip archive"),
    ("半.html", lambda: b"<html><body><div", "no text was found"),
    ("锁.pdf", lambda: bad_files.pdf(1, "青禾"), "protected by a password|encrypted"),
    ("锁.docx", bad_files.locked_office, "the file is encrypted"),
    ("锁.xlsx", bad_files.locked_office, "the file is encrypted"),
    ("炸弹.docx", bad_files.zip_bomb, "compressed more than 200 times"),
    ("炸弹.xlsx", lambda: bad_files.zip_bomb("xl/workbook.xml"), "compressed more than 200 times"),
    ("笑.docx", bad_files.billion_laughs, "cannot be opened: .*(entit|amplification)"),
    ("深.html", lambda: bad_files.nested_tables(200), "nested too deeply"),
    ("很深.html", lambda: bad_files.nested_html(2000), "nested too deeply"),
    ("图.png", bad_files.png, "no text was found"),
    ("乱.bin", bad_files.garbage, "files of type application/octet-stream are not supported"),
    ("乱.docx", bad_files.garbage, "files of type application/octet-stream are not supported"),
    ("乱.txt", bad_files.garbage, "files of type application/octet-stream are not supported"),
    ("乱.pdf", lambda: b"%PDF-1.7\n" + bad_files.garbage(), "the PDF is broken"),
    ("乱.xlsx", lambda: b"PK\x03\x04" + bad_files.garbage(), "not a whole zip archive"),
]


@pytest.mark.parametrize(("name", "make", "message"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_refused_with_its_name_and_reason(load: Load, name: str, make: Callable[[], bytes], message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as caught:
        load(name, make())
    assert name in caught.value.place
    assert caught.value.advice or "empty" in caught.value.message or "nested" in caught.value.message
    assert load("好.md", f"# 好\n\n{bad_files.TEXT}".encode()).blocks, "the next file is read"


@pytest.mark.parametrize(
    ("name", "data", "place", "message"),
    [
        ("半.json", b'[{"\xe5\x90\x8d": "a"}, {"b', "line 1, column", "not valid JSON"),
        ("深.json", bad_files.nested_json(200), "record 1, field a.a", "nested deeper than two levels"),
        ("很深.json", bad_files.nested_json(5000), "很深.json", "nested too deeply"),
    ],
)
def test_records_are_refused_at_their_place(load: Load, name: str, data: bytes, place: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        load(name, data)
    assert place in caught.value.place


@pytest.mark.parametrize("depth", [20, 200])
def test_nested_pages_keep_their_text(load: Load, depth: int) -> None:
    assert bad_files.TEXT in load("深.html", bad_files.nested_html(depth)).markdown


@pytest.mark.parametrize("depth", [8, 15, 100])
def test_nested_lists_keep_their_text(load: Load, depth: int) -> None:
    kept = "\n".join(block.text for block in load("深.md", bad_files.nested_list(depth)).blocks)
    assert all(f"第{level}层" in kept for level in range(depth))


def test_lists_nested_beyond_reading_are_called_too_deep(load: Load) -> None:
    with pytest.raises(UnreadableFile, match="nested too deeply"):
        load("深.md", bad_files.nested_list(200))


def test_nested_quotes_keep_their_text(load: Load) -> None:
    assert bad_files.TEXT in load("深引.md", bad_files.nested_quotes(200)).markdown


def test_a_picture_without_text_on_every_page_is_refused(load: Load) -> None:
    with pytest.raises(UnreadableFile, match=r"no page has text|no text was found"):
        load("图.pdf", bad_files.pdf_of_pictures())


@pytest.mark.parametrize(
    ("name", "make", "media_type"),
    [
        ("错名.docx", bad_files.pdf, "application/pdf"),
        ("错名.pdf", bad_files.docx, "wordprocessingml"),
        ("错名.md", bad_files.xlsx, "spreadsheetml"),
        ("错名.xlsx", lambda: "项目,年费\n青禾卡,200元\n".encode(), "text/csv"),
    ],
)
def test_a_wrong_extension_is_seen_through_and_said(
    load: Load, name: str, make: Callable[[], bytes], media_type: str
) -> None:
    document = load(name, make())
    assert media_type in document.media_type
    assert document.blocks
    assert any(media_type in warning for warning in document.warnings)


def test_a_sheet_formatted_to_its_last_cell_is_two_rows(load: Load, settings: Settings) -> None:
    document = load("尽头.xlsx", bad_files.formatted_to_the_last_cell())
    (chunk,) = chunk_document(document, settings)
    assert chunk.table is not None
    assert chunk.table.grid() == [["项目", "年费"], ["青禾卡", "200元"]]


def test_a_cell_of_six_thousand_characters_is_one_chunk(load: Load, settings: Settings) -> None:
    cell = "很长的说明。" * 1000
    chunks = chunk_document(load("长格.xlsx", bad_files.xlsx(cell)), settings)
    assert [cell in chunk.text for chunk in chunks] == [True] * 3
    assert all(len(chunk.text) <= settings.chunk_hard_limit for chunk in chunks)
