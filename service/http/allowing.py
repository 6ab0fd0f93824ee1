"""Which methods a route has, told in full."""

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class Allowing(ASGIMiddleware):
    """Completes ``Allow`` in answers to ``OPTIONS``.

    The framework writes it when the first method of a path is registered, and knows none of those that come after.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on and complete the header."""

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start" and "Allow" in MutableScopeHeaders.from_message(message):
                MutableScopeHeaders.from_message(message)["Allow"] = _methods(scope)
            await send(message)

        await next_app(scope, receive, telling if scope.get("method") == "OPTIONS" else send)


def _methods(scope: Scope) -> str:
    known = scope["litestar_app"].route_handler_method_map.get(str(scope.get("path_template") or ""), {})
    return ", ".join(sorted(str(method) for method in known if str(method).isupper()))
