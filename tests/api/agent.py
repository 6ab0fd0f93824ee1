"""An agent: the protocol's own client, over HTTP or a process of its own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

_T = TypeVar("_T")


@asynccontextmanager
async def over_http(url: str, headers: Mapping[str, str] | None = None, **more: Any) -> AsyncIterator[Client]:
    """Yield a client of the service at ``url`` that sends ``headers``, as they are at the moment of each request."""

    async def add(request: httpx2.Request) -> None:
        request.headers.update(dict(headers or {}))

    async with (
        httpx2.AsyncClient(event_hooks={"request": [add]}, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), **more) as client,
    ):
        yield client


@asynccontextmanager
async def over_stdio(command: str, *words: str, **environment: str) -> AsyncIterator[Client]:
    """Yield a client of a process that it starts."""
    parameters = StdioServerParameters(command=command, args=list(words), env=environment)
    async with Client(stdio_client(parameters)) as client:
        yield client


def asked(work: Callable[[], Awaitable[_T]]) -> _T:
    """Run ``work`` to its end."""

    async def run() -> _T:
        return await work()

    return asyncio.run(run())
