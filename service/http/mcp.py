"""The Model Context Protocol over HTTP, at ``/mcp``."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar, Request, asgi
from litestar.types import Receive, Scope, Send

from core.errors import DianmianError
from service.http.origin import refuse_foreign_pages
from service.http.problems import send_error
from service.http.scope import READ
from service.wiring import Application

_LARGEST = 1_000_000


def mcp_lifespan(application: Application) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Return the life of the MCP server within the life of the HTTP application."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        from mcp.server.transport_security import TransportSecuritySettings

        from service.mcp.server import create_server

        server = create_server(application)
        # Each message stands alone, so that any process of the service can answer it. Hosts are not compared with a
        # list: the service may stand behind any name. Who may ask is for the guard to say, as on every route.
        server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            max_request_body_size=_LARGEST,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        async with server.session_manager.run():
            app.state.mcp = server.session_manager
            yield

    return running


@asgi("/mcp", opt=READ)
async def mcp_door(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a message to the MCP server; tools that ask count as questions, the others do not."""
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    try:
        await refuse_foreign_pages(request)
    except DianmianError as error:
        await send_error(error, scope, receive, send)
        return
    await request.app.state.mcp.handle_request(scope, receive, send)
