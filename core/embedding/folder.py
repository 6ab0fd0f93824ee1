"""The fingerprint of a model folder: a retrained model in the same place is another model."""

import hashlib
from pathlib import Path

_PARTS = {".safetensors", ".bin", ".json", ".txt", ".model"}
_SAMPLE_BYTES = 65_536
_SAMPLES = 16


def folder_revision(folder: Path) -> str:
    """Return 16 hex digits that depend on names, sizes and content of the model's files, not on where they lie.

    Large files are sampled at even distances: training changes all weights, and hashing gigabytes at every
    start would cost more than loading them.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.rglob("*")):
        if path.suffix in _PARTS and path.is_file():
            name = path.relative_to(folder).as_posix()
            digest.update(f"{name}\x1f{path.stat().st_size}\x1f".encode())
            _sample(path, digest)
    return digest.hexdigest()


def _sample(path: Path, digest: "hashlib.blake2b") -> None:
    size = path.stat().st_size
    with path.open("rb") as file:
        if size <= _SAMPLES * _SAMPLE_BYTES:
            digest.update(file.read())
            return
        for number in range(_SAMPLES):
            file.seek(number * (size - _SAMPLE_BYTES) // (_SAMPLES - 1))
            digest.update(file.read(_SAMPLE_BYTES))
