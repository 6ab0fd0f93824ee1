"""The HTTP application."""

from litestar import Litestar
from litestar.di import Provide

from service.http.access_log import AccessLog
from service.http.controllers import CONTROLLERS
from service.http.description import description
from service.http.origin import refuse_foreign_pages
from service.http.pages import PAGES
from service.http.problems import HANDLERS
from service.wiring import Application

# What multipart boundaries, headers and names may add to the files of one upload.
_UPLOAD_OVERHEAD = 1_000_000


def create_app(application: Application) -> Litestar:
    """Return the HTTP application over ``application``; its owner closes it."""
    return Litestar(
        route_handlers=[*CONTROLLERS, *PAGES],
        dependencies={"application": Provide(lambda: application, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        before_request=refuse_foreign_pages,
        middleware=[AccessLog()],
        openapi_config=description(),
        request_max_body_size=application.settings.max_upload_bytes + _UPLOAD_OVERHEAD,
        logging_config=None,
    )
