"""A recording as text: what was said, in paragraphs that keep their time."""

import msgspec

from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed

_LONG = 200
_PAUSE = 2.0
_ENDS = tuple('。！？；.!?;…”"')


class Segment(msgspec.Struct, frozen=True):
    """One stretch of speech; times are seconds from the beginning."""

    text: str
    start: float | None = None
    end: float | None = None


class Transcript(msgspec.Struct, frozen=True):
    """All of a recording."""

    segments: list[Segment]


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read the JSON that ``ingestion.transcription`` writes."""
    builder = DocumentBuilder("transcript")
    group: list[Segment] = []
    for segment in msgspec.json.decode(data, type=Transcript).segments:
        if group and _is_over(group, segment):
            _add(builder, group)
            group = []
        group.append(segment)
    _add(builder, group)
    return builder.finish()


def _is_over(group: list[Segment], following: Segment) -> bool:
    """A paragraph ends at a pause, or at the end of a sentence once it is long."""
    last = group[-1]
    if last.end is not None and following.start is not None and following.start - last.end >= _PAUSE:
        return True
    return sum(len(segment.text) for segment in group) >= _LONG and last.text.endswith(_ENDS)


def _add(builder: DocumentBuilder, group: list[Segment]) -> None:
    joint = "" if any("\u4e00" <= c <= "\u9fff" for segment in group for c in segment.text) else " "
    times = (("start", group[0].start), ("end", group[-1].end)) if group else ()
    fields = tuple((name, clock(seconds)) for name, seconds in times if seconds is not None)
    builder.turn(joint.join(segment.text.strip() for segment in group), fields)


def clock(seconds: float) -> str:
    """Return seconds as ``hh:mm:ss``."""
    whole = int(seconds)
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"
