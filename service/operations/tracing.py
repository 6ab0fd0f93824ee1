"""Spans for whoever collects them: names of stages, numbers and kinds, never what was asked, said or loaded."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import trace

from core.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.trace import Span

Attribute = str | bool | int | float
_STANDARD = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_MILLISECOND = 1_000_000


def start_tracing(settings: Settings) -> Callable[[], None]:
    """Send spans to the collector that ``settings`` or the standard variables name, if they name one.

    Returns:
        Call it at the end: it sends what is still waiting.
    """
    if not settings.otlp_endpoint and not any(os.environ.get(name) for name in _STANDARD):
        return lambda: None
    # A quarter of a second that only those who trace pay.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    address = f"{settings.otlp_endpoint.rstrip('/')}/v1/traces" if settings.otlp_endpoint else None
    provider = TracerProvider(resource=Resource.create({"service.name": "dianmian"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))
    trace.set_tracer_provider(provider)
    return provider.shutdown


@contextmanager
def span(name: str, attributes: Mapping[str, Attribute] | None = None) -> Iterator["Span"]:
    """Run a block as a span. An error marks it by its class: messages may quote what was asked."""
    tracer = trace.get_tracer("dianmian")
    with tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(trace.StatusCode.ERROR)
            raise


def staged(prefix: str, milliseconds: Mapping[str, float], ended: int) -> None:
    """Add a finished span per stage, one after the other, the last one ending at ``ended`` (ns since 1970).

    Stages time themselves where they run; here they become spans below the current one.
    """
    tracer = trace.get_tracer("dianmian")
    moment = ended - round(sum(milliseconds.values()) * _MILLISECOND)
    for stage, length in milliseconds.items():
        one = tracer.start_span(f"{prefix} {stage}", start_time=moment)
        moment += round(length * _MILLISECOND)
        one.end(end_time=moment)


def now() -> int:
    """Return the time as spans count it, in nanoseconds since 1970."""
    return time.time_ns()
