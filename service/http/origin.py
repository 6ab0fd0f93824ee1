"""Requests that another website's page sends from a visitor's browser are refused."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from core.errors import NotAllowed


async def refuse_foreign_pages(request: Request[Any, Any, Any]) -> None:
    """Refuse a request whose ``Origin`` is not this service.

    A browser lets any page post a form to an address on the reader's own machine; only the answer is hidden from it.

    Raises:
        NotAllowed: The origin is another host.
    """
    origin = request.headers.get("origin")
    if origin and urlsplit(origin).netloc != request.headers.get("host"):
        raise NotAllowed("requests from other websites are refused", place="Origin")
