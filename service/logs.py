"""Structured logs on the error stream: one line per event, never the text of a request or a document."""

import logging
import sys
from collections.abc import Collection, MutableMapping
from hashlib import blake2s
from typing import Any, Literal

import structlog

from service.secrecy import Striking
from store.engine import acting_tenant

Form = Literal["auto", "json", "text"]


def configure(level: str, form: Form = "auto", secrets: Collection[str] = ()) -> None:
    """Log events of ``level`` (debug, info, warning, error) and above on stderr.

    Args:
        level: The least level.
        form: ``json``, ``text`` for readers, or ``auto``: text on a terminal, JSON elsewhere.
        secrets: What must not be seen in any line; see ``service.secrecy``.
    """
    least = logging.getLevelNamesMapping()[level.upper()]
    readable = form == "text" or (form == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            _tenant_digest,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            Striking(secrets),
            structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        # Looked up at every event: the stream may be another one by then.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _tenant_digest(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tell tenants apart without naming them: who reads logs need not know the customers."""
    tenant = acting_tenant()
    if tenant:
        event["tenant"] = blake2s(tenant.encode(), digest_size=4).hexdigest()
    return event
