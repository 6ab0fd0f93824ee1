"""DOC, PPT and RTF: converted by a program that is installed, run as a child with a deadline and no shell."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion import media_type

_OFFICE = ("soffice", "libreoffice")
_TEXT_ONLY = {
    "antiword": ("-m", "UTF-8.txt", "-w", "0"),
    "catdoc": ("-d", "utf-8", "-w"),
}
_TARGETS = {media_type.DOC: ("doc", "docx"), media_type.PPT: ("ppt", "pptx"), media_type.RTF: ("rtf", "docx")}
_LARGEST_LOG = 300


def converted(data: bytes, kind: str, source_name: str, settings: Settings) -> tuple[bytes, str]:
    """Return an old office file as DOCX or PPTX, or as plain text where only a text extractor is installed.

    Returns:
        The new bytes, and the name of the program that made them.

    Raises:
        UnreadableFile: No such program is installed, or it failed, hung or wrote nothing.
    """
    office = next((found for name in _OFFICE if (found := shutil.which(name))), None)
    with tempfile.TemporaryDirectory(prefix="dianmian-") as folder:
        if office:
            return _by_office(office, data, kind, Path(folder), source_name, settings.converter_timeout), "soffice"
        for name, arguments in _TEXT_ONLY.items():
            program = shutil.which(name)
            if program and kind == media_type.DOC:
                source = _written(data, Path(folder), "doc")
                command = [program, *arguments, str(source)]
                return _run(command, Path(folder), source_name, settings.converter_timeout), name
    raise UnreadableFile(
        "旧版 Office 文件需要转换程序 / old office files need a program that converts them",
        place=source_name,
        advice="install LibreOffice (soffice), or antiword for DOC; or save the file as DOCX or PPTX",
    )


def _written(data: bytes, folder: Path, suffix: str) -> Path:
    source = folder / f"source.{suffix}"
    source.write_bytes(data)
    return source


def _by_office(program: str, data: bytes, kind: str, folder: Path, place: str, seconds: float) -> bytes:
    suffix, target = _TARGETS[kind]
    source, out = _written(data, folder, suffix), folder / "out"
    # A profile of its own: one that is in use elsewhere would make the program hand over its work and leave.
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--norestore", "--convert-to", target, "--outdir", str(out), str(source)]
    log = _run(command, folder, place, seconds)
    made = out / f"source.{target}"
    if not made.is_file():
        raise UnreadableFile(
            f"the conversion wrote nothing: {log.decode('utf-8', 'replace')[:_LARGEST_LOG].strip()}",
            place=place,
            advice="open the file in its own program and save it as DOCX or PPTX",
        )
    return made.read_bytes()


def _run(command: list[str], folder: Path, place: str, seconds: float) -> bytes:
    """Run a program and return its output; on a timeout it ends with everything it started."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    child = subprocess.Popen(  # noqa: S603  a fixed program and our own file names, no shell
        command,
        cwd=folder,
        env={**kept, "HOME": str(folder), "TMPDIR": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, log = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise UnreadableFile(
            f"the conversion took longer than {seconds:g} seconds",
            place=place,
            advice="raise DIANMIAN_CONVERTER_TIMEOUT, or save the file as DOCX or PPTX",
        ) from error
    if child.returncode:
        raise UnreadableFile(
            f"the conversion failed (exit code {child.returncode}): "
            f"{log.decode('utf-8', 'replace')[:_LARGEST_LOG].strip()}",
            place=place,
            advice="open the file in its own program and save it as DOCX or PPTX",
        )
    return out
