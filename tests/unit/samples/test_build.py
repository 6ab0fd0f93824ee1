"""The binary samples: building twice gives the same bytes, and the committed files are what the source says."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

NAMES = {"保修服务手册.docx", "企业采购办法.docx", "价格与保修一览.xlsx", "配送时效与运费.pdf"}


def build(root: Path, target: Path, seed: str) -> dict[str, bytes]:
    subprocess.run(
        [sys.executable, "-m", "samples.build", str(target)],
        cwd=root,
        env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        check=True,
        capture_output=True,
        timeout=120,
    )
    return {path.name: path.read_bytes() for path in target.iterdir()}


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("first")
    build(root, target, "1")
    return target


def test_building_again_gives_the_same_bytes(root: Path, built: Path, tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in built.iterdir()}
    assert set(first) == NAMES
    assert build(root, tmp_path, "2") == first


def test_committed_files_say_what_the_source_says(
    root: Path, built: Path, reader: Callable[[Path], str], texts: dict[str, str]
) -> None:
    # Texts, not bytes: another version of a writing library may lay out the same content otherwise.
    for name in NAMES:
        assert reader(built / name) == texts[name], f"{name}: run python -m samples.build"


def test_every_binary_sample_is_built(root: Path) -> None:
    binary = {path.name for path in (root / "samples/shop").iterdir() if path.suffix in {".docx", ".xlsx", ".pdf"}}
    assert binary == NAMES
