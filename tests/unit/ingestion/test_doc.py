"""DOC: converted by a program on the path; a stand-in that behaves as it does takes its place."""

import os
import sys
import time
from pathlib import Path

import docx
import pytest

from core.errors import UnreadableFile
from core.settings import Settings, load_settings
from ingestion.parse import parse_bytes
from ingestion.sandbox import close_workers, parse_isolated

DOC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 512 + "WordDocument\x00".encode("utf-16-le") + b"\x00" * 64


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def install(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport sys, os, shutil, time, pathlib\n{body}\n", "utf-8")
    path.chmod(0o755)


def office(folder: Path, tmp_path: Path) -> None:
    package = docx.Document()
    package.add_heading("旧版手册", 1)
    package.add_paragraph("七日内可退。")
    package.save(str(tmp_path / "made.docx"))
    install(
        folder,
        "soffice",
        f"""
arguments = sys.argv[1:]
source, out = pathlib.Path(arguments[-1]), pathlib.Path(arguments[arguments.index("--outdir") + 1])
assert "--headless" in arguments and arguments[arguments.index("--convert-to") + 1] == "docx"
assert source.read_bytes().startswith(bytes.fromhex("d0cf11e0"))
out.mkdir()
shutil.copy({str(tmp_path / "made.docx")!r}, out / (source.stem + ".docx"))
pathlib.Path({str(tmp_path / "seen.txt")!r}).write_text(chr(10).join(arguments + sorted(os.environ)))
""",
    )


def test_an_office_program_converts_it(programs: Path, tmp_path: Path, settings: Settings) -> None:
    office(programs, tmp_path)
    document = parse_bytes(DOC, source_name="手册; rm -rf $(x).doc", settings=settings)
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("title", "旧版手册"),
        ("paragraph", "七日内可退。"),
    ]
    assert document.media_type == "application/msword"
    assert document.parser == "docx (soffice)"
    seen = (tmp_path / "seen.txt").read_text()
    assert "rm -rf" not in seen
    assert "DIANMIAN" not in seen


def test_the_confined_child_reads_what_was_converted(programs: Path, tmp_path: Path, settings: Settings) -> None:
    office(programs, tmp_path)
    path = tmp_path / "手册.doc"
    path.write_bytes(DOC)
    try:
        document = parse_isolated(path, settings=settings)
    finally:
        close_workers()
    assert document.blocks[1].text == "七日内可退。"
    assert document == parse_bytes(DOC, source_name="手册.doc", settings=settings)


def test_a_text_extractor_is_the_second_choice_and_says_so(programs: Path, settings: Settings) -> None:
    install(programs, "antiword", "sys.stdout.buffer.write('第一段。\\n\\n第二段。\\n'.encode())")
    document = parse_bytes(DOC, source_name="a.doc", settings=settings)
    assert [block.text for block in document.blocks] == ["第一段。", "第二段。"]
    assert document.parser == "plain (antiword)"
    assert any("antiword" in warning for warning in document.warnings)


def test_without_a_program_it_says_what_to_install(programs: Path, settings: Settings) -> None:
    with pytest.raises(UnreadableFile, match="install LibreOffice") as caught:
        parse_bytes(DOC, source_name="a.doc", settings=settings)
    assert caught.value.place == "a.doc"


def test_a_program_that_hangs_is_ended_with_its_children(programs: Path, tmp_path: Path) -> None:
    mark = tmp_path / "child"
    install(
        programs,
        "soffice",
        f"""
if os.fork() == 0:
    pathlib.Path({str(mark)!r}).write_text(str(os.getpid()))
time.sleep(60)
""",
    )
    with pytest.raises(UnreadableFile, match="longer than 1 seconds"):
        parse_bytes(DOC, source_name="a.doc", settings=load_settings(converter_timeout=1))
    child = int(mark.read_text())
    for _ in range(100):
        if not Path(f"/proc/{child}").exists() or "State:\tZ" in Path(f"/proc/{child}/status").read_text():
            return
        time.sleep(0.02)
    os.kill(child, 9)
    pytest.fail("the program's child lives on")


@pytest.mark.parametrize(
    ("body", "message"), [("sys.exit('broken file')", r"exit code 1\): broken file"), ("pass", "wrote nothing")]
)
def test_a_program_that_fails(programs: Path, settings: Settings, body: str, message: str) -> None:
    install(programs, "soffice", body)
    with pytest.raises(UnreadableFile, match=message):
        parse_bytes(DOC, source_name="a.doc", settings=settings)
