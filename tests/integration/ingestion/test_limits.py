"""Each limit of the child process, tripped; and the service that goes on answering meanwhile."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.sandbox import close_workers, parse_isolated
from tests.integration.ingestion import bad_files

ROOT = Path(__file__).parents[3]
MEBIBYTE = 1024**2


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    close_workers()


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_pages(tmp_path: Path, settings: Settings) -> None:
    path = written(tmp_path, "两千页.pdf", bad_files.pdf(2000))
    with pytest.raises(UnreadableFile, match="the file has 2,000 pages, the limit is 1,000") as caught:
        parse_isolated(path, settings=settings.model_copy(update={"sandbox_pages": 1000}))
    assert "DIANMIAN_SANDBOX_PAGES" in caught.value.advice
    small = written(tmp_path, "三页.pdf", bad_files.pdf(3))
    assert parse_isolated(small, settings=settings.model_copy(update={"sandbox_pages": 3})).health.pages == 3


def test_seconds(tmp_path: Path, settings: Settings) -> None:
    path = written(tmp_path, "五百页.pdf", bad_files.pdf(500))
    with pytest.raises(UnreadableFile, match=r"longer than 1\.5 seconds") as caught:
        parse_isolated(path, settings=settings.model_copy(update={"sandbox_seconds": 1.5}))
    assert "DIANMIAN_SANDBOX_SECONDS" in caught.value.advice


def test_memory(tmp_path: Path, settings: Settings) -> None:
    path = written(tmp_path, "大.txt", "退货说明。\n".encode() * 4_000_000)
    limited = settings.model_copy(update={"sandbox_memory_bytes": 400 * MEBIBYTE})
    with pytest.raises(UnreadableFile, match=r"too much memory|crashed"):
        parse_isolated(path, settings=limited)
    assert parse_isolated(written(tmp_path, "小.txt", "退货说明。".encode()), settings=limited).blocks


def test_unpacked_bytes(tmp_path: Path, settings: Settings) -> None:
    path = written(tmp_path, "清单.xlsx", bad_files.xlsx())
    with pytest.raises(UnreadableFile, match=r"unpacks to .* the limit is 1,000 bytes") as caught:
        parse_isolated(path, settings=settings.model_copy(update={"sandbox_unpacked_bytes": 1000}))
    assert "DIANMIAN_SANDBOX_UNPACKED_BYTES" in caught.value.advice


@pytest.mark.parametrize(
    "act",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
        "import socket; socket.getaddrinfo('qinghe.example', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "import subprocess; subprocess.run(['true'])",
        "open('青禾.txt', 'w')",
    ],
)
def test_no_network_no_programs_no_writing(act: str, tmp_path: Path) -> None:
    code = (
        "from ingestion.sandbox_worker import _confine; _confine(1 << 31)\n"
        f"try:\n    {act}\n"
        "except BaseException as error:\n"
        "    chain = [error, getattr(error, 'reason', None), error.__cause__, error.__context__]\n"
        "    print(any('not allowed while a file is read' in str(one) for one in chain))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, timeout=60, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.strip() == "True", done.stderr


def test_the_child_knows_no_secret(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the child could give away is what it was given: neither the environment nor a .env file nor keys."""
    from ingestion.sandbox import _passed_on

    named = settings.model_copy(update={"embedding_api_key": "青禾密钥", "database_url": "postgresql://青禾"})
    assert "青禾" not in str(_passed_on(named))
    assert {"chunk_size", "health_action", "sandbox_pages", "max_upload_bytes"} <= _passed_on(named).keys()
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("DIANMIAN_MAX_UPLOAD_BYTES=1\nDIANMIAN_PORT=many\n", "utf-8")
    assert parse_isolated(written(tmp_path, "甲.md", "# 甲\n\n退货说明。".encode()), settings=settings).blocks


def test_other_threads_are_served_while_a_file_hangs(tmp_path: Path, settings: Settings) -> None:
    slow = written(tmp_path, "五百页.pdf", bad_files.pdf(500))
    quick = written(tmp_path, "甲.md", "# 甲\n\n退货说明。".encode())
    parse_isolated(quick, settings=settings)
    failed: list[UnreadableFile] = []

    def hang() -> None:
        try:
            parse_isolated(slow, settings=settings, seconds=4)
        except UnreadableFile as error:
            failed.append(error)

    thread = threading.Thread(target=hang)
    thread.start()
    served = 0
    while thread.is_alive():
        assert parse_isolated(quick, settings=settings).blocks
        served += 1
        time.sleep(0.05)
    assert "longer than 4 seconds" in failed[0].message
    assert served > 5, "other files were read while one hung"
