"""Files are read in a confined child."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import InvalidInput, UnreadableFile
from core.settings import Settings
from ingestion import sandbox
from ingestion.parse import parse_file
from ingestion.sandbox import close_workers, parse_isolated

MEBIBYTE = 1024**2


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    close_workers()


def test_the_same_document_as_in_this_process(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "办法(2020-01-02).md"
    path.write_text("# 办法\n\n第一条 甲。\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert parse_isolated(path, settings=settings) == parse_file(path, settings=settings)


def test_errors_keep_kind_place_and_advice(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"a": 1},\n x]')
    with pytest.raises(InvalidInput) as caught:
        parse_isolated(path, source_name="名.json", settings=settings)
    assert not isinstance(caught.value, UnreadableFile)
    assert caught.value.place == "名.json line 2, column 2"
    assert "nothing was loaded" in caught.value.advice
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        parse_isolated(tmp_path / "absent.md", settings=settings)


def test_one_child_serves_many_files_and_is_replaced_after_a_timeout(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "a.txt"
    path.write_text("退货说明。")
    parse_isolated(path, settings=settings)
    for _ in range(50):
        parse_isolated(path, settings=settings)
    pipe = tmp_path / "hang.txt"
    os.mkfifo(pipe)
    with pytest.raises(UnreadableFile, match="longer than 1 seconds"):
        parse_isolated(pipe, settings=settings, seconds=1)
    assert parse_isolated(path, settings=settings).blocks[0].text == "退货说明。"


def test_who_watches_can_give_a_file_up_and_its_child_is_ended(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "_LOOK_UP", 0.02)
    children = []
    take = sandbox._take
    monkeypatch.setattr(sandbox, "_take", lambda memory: children.append(take(memory)) or children[-1])
    looks: list[int] = []

    def give_up() -> None:
        looks.append(len(looks))
        if len(looks) == 3:
            raise KeyError("no more")

    pipe = tmp_path / "hang.txt"
    os.mkfifo(pipe)
    with pytest.raises(KeyError, match="no more"):
        parse_isolated(pipe, settings=settings, watch=give_up)
    assert (len(looks), len(children)) == (3, 1)
    assert not children[0].is_running()


def test_too_much_memory_costs_that_file_alone(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes("退货说明。\n".encode() * 4_000_000)
    small = tmp_path / "a.txt"
    small.write_text("退货说明。")
    with pytest.raises(UnreadableFile, match=r"memory|crashed"):
        parse_isolated(path, settings=settings, memory_bytes=400 * MEBIBYTE)
    assert parse_isolated(small, settings=settings, memory_bytes=400 * MEBIBYTE).blocks


def test_the_child_may_not_reach_the_network_or_start_programs() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from ingestion.sandbox_worker import _confine; _confine(1 << 31)\n"
        "import socket, subprocess, os\n"
        "def tried(act):\n"
        "    try: act()\n"
        "    except PermissionError: return 'denied'\n"
        "    return 'done'\n"
        "print(tried(lambda: socket.create_connection(('127.0.0.1', 9), 1)),"
        " tried(lambda: subprocess.run(['true'])), tried(lambda: os.system('true')), tried(lambda: open('x', 'w')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[3], timeout=60
    )
    assert done.stdout.split() == ["denied"] * 4, done.stderr
