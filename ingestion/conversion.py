"""Files that another program or service must turn into something readable first.

This happens outside the confined child that parses: the child may neither start programs nor reach the network.
"""

from dataclasses import dataclass
from pathlib import Path

from core.errors import UpstreamFailed
from core.settings import Settings
from ingestion import media_type
from ingestion.media_type import media_type_of

_HEAD = 4096
_REMOTE = frozenset({media_type.PDF, media_type.DOCX, media_type.DOC, media_type.PPTX, media_type.PPT}) | (
    media_type.IMAGES
)
_OLD_OFFICE = frozenset({media_type.DOC, media_type.PPT, media_type.RTF})
PAGED_MARKDOWN = "application/x-paged-markdown"
TRANSCRIPT = "application/x-transcript"


@dataclass(frozen=True, slots=True)
class Conversion:
    """A file ready for a parser: its bytes, their type, and the program or service that made them, if any."""

    data: bytes
    media_type: str
    by: str = ""
    warnings: tuple[str, ...] = ()


def convert(data: bytes, source_name: str, settings: Settings) -> Conversion:
    """Return ``data`` ready for a parser; most files pass through unchanged.

    Raises:
        UnreadableFile: A program or setting that this type needs is missing, or the program failed.
        UpstreamFailed: A service failed, and no fallback is allowed.
    """
    kind = media_type_of(data, source_name)
    if kind in media_type.AUDIO:
        from ingestion.transcription import transcribe

        return Conversion(transcribe(data, kind, source_name, settings), TRANSCRIPT, settings.transcription_model)
    warnings: tuple[str, ...] = ()
    if settings.parser == "remote" and kind in _REMOTE:
        from ingestion.remote import parse_remotely

        try:
            return Conversion(parse_remotely(data, source_name, settings), PAGED_MARKDOWN, "remote")
        except UpstreamFailed as error:
            if not settings.parser_fallback:
                raise
            warnings = (f"远程解析失败，改用本地解析 / the remote parser failed, read locally: {error}"[:500],)
    if kind in _OLD_OFFICE:
        from ingestion.parsers.doc import converted

        made, program = converted(data, kind, source_name, settings)
        if program != "soffice":
            lost = f"只提取了文字，标题与表格已丢失 / read by {program}: text only, headings and tables are lost"
            warnings = (*warnings, lost)
        return Conversion(made, media_type_of(made, "converted.txt"), program, warnings)
    return Conversion(data, kind, warnings=warnings)


def needs_conversion(path: Path, settings: Settings) -> bool:
    """Return whether ``path`` may have to be converted, by its first bytes; what cannot be opened does not."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return False
    if settings.parser == "remote":
        return True
    return media_type_of(head, path.name) in media_type.AUDIO | {media_type.RTF} or head.startswith(b"\xd0\xcf\x11\xe0")
