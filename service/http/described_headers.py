"""The OpenAPI document with what middleware adds to routes: idempotency keys and entity tags."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from service.http.etags import is_tagged
from service.http.idempotency import LONGEST_KEY, takes_key

_TEXT = {"type": "string"}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "幂等键 Sent again with the same key, the request does nothing more and is answered as before.",
    "schema": {**_TEXT, "minLength": 1, "maxLength": LONGEST_KEY},
}
_REPLAYED = {
    "description": "`true`: this answers a repetition, and nothing was done again.",
    "schema": {**_TEXT, "enum": ["true"]},
}
_KNOWN = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "已有的 ETag `ETag` of what you have: 304 when it is still so.",
    "schema": _TEXT,
}
_TAG = {"description": "Names what is shown, for `If-None-Match` and `If-Match`.", "schema": _TEXT}
_UNCHANGED = {"description": "未变 It is still what `If-None-Match` names.", "headers": {"ETag": _TAG}}


class DescribedHeaders(JsonRenderPlugin):
    """Renders the document once, with the headers that no handler has in its signature."""

    _rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON."""
        if self._rendered is None:
            document = deepcopy(openapi_schema)
            for operation, handler in _operations(request.app, document):
                if takes_key(handler):
                    _add_key(operation)
                if is_tagged(handler.opt):
                    _add_tag(operation)
            self._rendered = self.render_json(request, document)
        return self._rendered


def _operations(app: Litestar, document: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], HTTPRouteHandler]]:
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        item = document["paths"].get(route.path_format, {})
        for handler in route.route_handlers:
            for method in handler.http_methods:
                if operation := item.get(method.lower()):
                    yield operation, handler


def _add_key(operation: dict[str, Any]) -> None:
    operation["parameters"] = [*operation.get("parameters", []), _KEY]
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            response["headers"] = {**response.get("headers", {}), "Idempotent-Replayed": _REPLAYED}
    for status in ("409", "422"):
        operation["responses"].setdefault(status, _problem(status))


def _add_tag(operation: dict[str, Any]) -> None:
    operation["parameters"] = [*operation.get("parameters", []), _KNOWN]
    shown = operation["responses"]["200"]
    shown["headers"] = {**shown.get("headers", {}), "ETag": _TAG}
    operation["responses"]["304"] = _UNCHANGED


def _problem(status: str) -> dict[str, Any]:
    words = {
        "409": "正在处理 The same request is being worked on.",
        "422": "键已用过 The key came with another request.",
    }
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": words[status], "content": {"application/problem+json": {"schema": schema}}}
