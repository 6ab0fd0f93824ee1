"""What one parser hands over: canonical Markdown, raw blocks and what it noticed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.document import Block


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of one format's parser, before outline, title and version are worked out.

    ``title`` is set only where the format names one itself. ``pages_read`` is the share of pages with text, 0–1,
    ``ocr_confidence`` the mean over all lines that OCR read, 0–1.
    """

    parser: str
    markdown: str
    blocks: tuple[Block, ...]
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    pages: int | None = None
    pages_read: float | None = None
    ocr_confidence: float | None = None
