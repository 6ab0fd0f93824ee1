"""Structured logs on the error stream: one line per event, never the text of a request or a document."""

import logging
import sys

import structlog


def configure(level: str) -> None:
    """Log events of ``level`` (debug, info, warning, error) and above as JSON lines on stderr."""
    least = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        # Looked up at every event: the stream may be another one by then.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
