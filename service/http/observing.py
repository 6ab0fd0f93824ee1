"""Every request counted, timed and traced by the template of its route."""

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from opentelemetry import context, propagate

from service.http.sent_status import SentStatus
from service.operations.metrics import METHODS, OTHER, Metrics
from service.operations.tracing import span


class Observing(ASGIMiddleware):
    """Tells ``metrics`` and whoever collects spans of each request: never its address, only the route's template."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on and note how it ended; a stream ends with its last byte."""
        sent = SentStatus(send)
        method, route = str(scope.get("method", "")), str(scope.get("path_template") or "")

        # A caller that traces too finds our spans below its own.
        token = context.attach(propagate.extract(dict(Headers.from_scope(scope))))
        try:
            with span(f"{method if method in METHODS else OTHER} {route or OTHER}") as current:
                current.set_attributes({"http.request.method": method, "http.route": route})
                try:
                    await next_app(scope, receive, sent.send)
                finally:
                    current.set_attribute("http.response.status_code", sent.status)
        finally:
            context.detach(token)
            self._metrics.request(method, route, sent.status, sent.seconds)
