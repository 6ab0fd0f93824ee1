"""Files to load: what a folder holds, and under which name each file is known."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput

CONFIGURATION_FOLDER = "_kb"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file and the name its document is known by: its path below the loaded folder, with forward slashes."""

    path: Path
    name: str


def source_files(paths: Iterable[Path]) -> tuple[SourceFile, ...]:
    """Return all files of ``paths``, folders walked in name order; hidden ones and ``_kb`` folders are left out.

    Raises:
        InvalidInput: A path does not exist, or two files would share a name.
    """
    found: dict[str, SourceFile] = {}
    for path in paths:
        for file in _walk(path):
            other = found.setdefault(file.name, file)
            if other.path != file.path:
                raise InvalidInput(
                    f"{other.path} and {file.path} would both be named {file.name!r}",
                    place=str(file.path),
                    advice="load their common folder instead",
                )
    return tuple(found.values())


def configuration_files(paths: Iterable[Path]) -> tuple[Path | None, Path | None]:
    """Return vocabulary and synonym file of the first loaded folder that has them in ``_kb``."""
    for path in paths:
        folder = path / CONFIGURATION_FOLDER
        if folder.is_dir():
            vocabulary, synonyms = folder / "vocabulary.yaml", folder / "synonyms.yaml"
            return (vocabulary if vocabulary.is_file() else None, synonyms if synonyms.is_file() else None)
    return None, None


def _walk(path: Path) -> Iterator[SourceFile]:
    if path.is_file():
        yield SourceFile(path, path.name)
        return
    if not path.is_dir():
        raise InvalidInput("no such file or folder", place=str(path), advice="check the path")
    for file in sorted(path.rglob("*")):
        inner = file.relative_to(path)
        skipped = any(part.startswith((".", "~$")) or part == CONFIGURATION_FOLDER for part in inner.parts)
        if file.is_file() and not skipped:
            yield SourceFile(file, inner.as_posix())
