"""Where a quote stands in a file, for programs and for people."""

from typing import Annotated

from msgspec import Meta, Struct

from extraction.inspected import Place
from service.views.conversion import view
from service.views.place import SpanView, anchor_of


class PlaceView(Struct, frozen=True):
    """A place in a file."""

    file: Annotated[str, Meta(description="Name of the file.", examples=["退款政策2025版.md"])]
    label: Annotated[
        str, Meta(description="The place in one line.", examples=["退款政策2025版.md:32 二、退款到账时效"])
    ]
    heading_path: Annotated[list[str], Meta(description="Headings it stands under, outermost first.")]
    line: Annotated[int | None, Meta(description="Line of the file, from 1; null for formats without lines.")]
    span: SpanView


def place_view(place: Place) -> PlaceView:
    """Return ``place`` as the doors show it."""
    return PlaceView(place.file, place_label(place), list(place.heading_path), place.line, view(place.span, SpanView))


def place_label(place: Place) -> str:
    """Name a place in one line: file and line, then the heading, page, or sheet and row."""
    known = bool(place.heading_path) or any((place.span.page, place.span.sheet, place.span.row, place.span.slide))
    anchor = anchor_of(place.heading_path, (place.span,)) if known else ""
    head = place.file if place.line is None else f"{place.file}:{place.line}"
    return f"{head} {anchor}".strip()
