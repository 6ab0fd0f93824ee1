"""The HTTP application."""

from litestar import Litestar
from litestar.di import Provide

from service.http.access_log import AccessLog
from service.http.allowing import Allowing
from service.http.controllers import CONTROLLERS
from service.http.description import description
from service.http.etags import Etags
from service.http.exact_schema import ExactStructs, FileForms
from service.http.guard import Guard
from service.http.idempotency import Idempotency
from service.http.mcp import mcp_door, mcp_lifespan
from service.http.observing import Observing
from service.http.origin import refuse_foreign_pages
from service.http.pages import PAGES
from service.http.problems import HANDLERS
from service.http.request_id import RequestId
from service.http.strict_request import StrictRequest
from service.wiring import Application

# What multipart boundaries, headers and names may add to the files of one upload.
_UPLOAD_OVERHEAD = 1_000_000


def create_app(application: Application) -> Litestar:
    """Return the HTTP application over ``application``; its owner closes it."""
    return Litestar(
        route_handlers=[*CONTROLLERS, mcp_door, *PAGES],
        dependencies={"application": Provide(lambda: application, sync_to_thread=False)},
        request_class=StrictRequest,
        exception_handlers=HANDLERS,
        before_request=refuse_foreign_pages,
        middleware=[
            RequestId(),
            Observing(application.metrics),
            AccessLog(),
            Allowing(),
            Guard(application),
            Idempotency(application),
            Etags(),
        ],
        lifespan=[mcp_lifespan(application)],
        openapi_config=description(),
        plugins=[ExactStructs(), FileForms()],
        request_max_body_size=application.settings.max_upload_bytes + _UPLOAD_OVERHEAD,
        logging_config=None,
    )
