"""PDF by layout."""

from ingestion.parsers.pdf.document import parse

__all__ = ["parse"]
