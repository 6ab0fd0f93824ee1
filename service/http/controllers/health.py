"""Whether the service lives, whether it is ready, and its numbers."""

from ipaddress import ip_address
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get
from litestar.datastructures import Headers
from msgspec import Meta, Struct

from core.errors import NotFound
from service.access.admission import admit
from service.http.guard import key_of
from service.http.parameters import App
from service.http.problems import PROBLEM_JSON, problems
from service.http.scope import ANYONE, PUBLIC
from service.operations.metrics import CONTENT_TYPE
from service.operations.readiness import Part, parts_of
from service.status import database_kind
from service.views.problem import Problem, title_of

_PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip")


class Health(Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(Struct, frozen=True):
    """Questions can be answered."""

    database: Literal["embedded", "external"]
    model: str
    parts: Annotated[dict[str, Part], Meta(description="database, schema, model and queue, each by itself.")]
    status: Literal["ready"] = "ready"


class NotReadyProblem(Problem, frozen=True, kw_only=True):
    """The problem of a service that is not ready, with each part."""

    parts: dict[str, Part]


class HealthController(Controller):
    """How the service is."""

    path = "/"
    tags = ("service",)
    opt = PUBLIC

    @get("/health", summary="存活 Health", responses=problems(public=True), security=ANYONE, sync_to_thread=False)
    def health(self) -> Health:
        """Answer as long as the process lives."""
        return Health()

    @get("/ready", summary="就绪 Readiness", responses=problems(public=True), security=ANYONE, sync_to_thread=True)
    def ready(self, application: App) -> Response[Readiness]:
        """Look at the database, its schema, the model and the queue; 503 names what is missing, in `parts` too."""
        parts = parts_of(application)
        wrong = [f"{name}: {part.reason}" for name, part in parts.items() if not part.ok]
        if wrong:
            problem = NotReadyProblem(
                "not-ready",
                title_of("not-ready", 503),
                503,
                "; ".join(wrong),
                "",
                "see docs/operations.md",
                parts=parts,
            )
            return Response(problem, status_code=503, media_type=PROBLEM_JSON)  # type: ignore[arg-type]
        model = application.embedder.space.model
        return Response(Readiness(database_kind(application.settings), model, parts))

    @get("/metrics", include_in_schema=False, sync_to_thread=True)
    def metrics(self, application: App, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Return the service's numbers, in the form Prometheus reads.

        With keys asked for, a caller from elsewhere than this machine needs one with the scope admin.

        Raises:
            NotFound: They are switched off.
            NotIdentified, NotAllowed: No key, or not of that scope.
        """
        chosen = application.settings
        if not chosen.metrics:
            raise NotFound("there are no metrics", place="DIANMIAN_METRICS", advice="switch them on")
        if chosen.access == "keys" and not _from_here(request):
            admit(application.database, chosen, key_of(request.scope), "admin", question=False)
        return Response(application.metrics.page(), headers={"Content-Type": CONTENT_TYPE})


def _from_here(request: Request[Any, Any, Any]) -> bool:
    """Tell a caller on this machine from one that a proxy on this machine speaks for."""
    headers: Headers = request.headers
    if request.client is None or any(name in headers for name in _PROXIED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
