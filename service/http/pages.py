"""The browser pages: static files of our own, with a policy that lets nothing else in."""

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import InternalServerException, NotFoundException
from litestar.static_files import create_static_files_router

from service.http.problems import framework_response
from service.http.scope import PUBLIC
from service.views.problem import Problem

_FOLDER = Path(__file__).parent / "static"
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def _page(name: str) -> Response[str]:
    return Response((_FOLDER / name).read_text(encoding="utf-8"), media_type=MediaType.HTML, headers=dict(_HEADERS))


@get("/", include_in_schema=False, opt=PUBLIC, sync_to_thread=True)
def ask_page() -> Response[str]:
    """Serve the page for asking and uploading."""
    return _page("index.html")


@get("/docs", include_in_schema=False, opt=PUBLIC, sync_to_thread=True)
def api_page() -> Response[str]:
    """Serve the page that shows the OpenAPI document."""
    return _page("docs.html")


def _no_such_file(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A name that no file can have, being too long or holding what names may not, names none."""
    if isinstance(error, InternalServerException) and not isinstance(error.__cause__, OSError):
        return framework_response(request, error)
    return framework_response(request, NotFoundException())


PAGES = (
    ask_page,
    api_page,
    create_static_files_router(
        path="/static",
        directories=[_FOLDER],
        include_in_schema=False,
        opt=PUBLIC,
        exception_handlers={InternalServerException: _no_such_file, ValueError: _no_such_file},
    ),
)
