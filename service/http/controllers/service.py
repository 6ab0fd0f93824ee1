"""Health, readiness and the quantity reader over HTTP."""

from typing import Annotated, Literal

from litestar import Controller, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.http.parameters import App
from service.http.problems import problems
from service.status import database_kind
from service.views.quantities import NormalisedText, normalised


class Health(Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(Struct, frozen=True):
    """Questions can be answered: the database is there and the model is loaded."""

    database: Literal["embedded", "external"]
    model: str
    status: Literal["ready"] = "ready"


class TextToNormalise(Struct, frozen=True, forbid_unknown_fields=True):
    """A text that holds quantities."""

    text: Annotated[str, Meta(max_length=10_000, examples=["满99元免运费，退款3到七个工作日到账"])]


class ServiceController(Controller):
    """The service itself."""

    path = "/"
    tags = ("service",)
    request_max_body_size = 65_536

    @get("/health", summary="存活 Health", responses=problems(), sync_to_thread=False)
    def health(self) -> Health:
        """Answer as long as the process lives."""
        return Health()

    @get("/ready", summary="就绪 Readiness", responses=problems(502), sync_to_thread=True)
    def ready(self, application: App) -> Readiness:
        """Check the database and load the model; 503 with the reason while either is missing."""
        application.database.check()
        application.retriever.warm_up()
        return Readiness(database_kind(application.settings), application.embedder.space.model)

    @post(
        "/v1/normalise",
        summary="数量归一 Normalise quantities",
        status_code=HTTP_200_OK,
        responses=problems(400, 413),
        sync_to_thread=True,
    )
    def normalise(self, data: JSONBody[TextToNormalise]) -> NormalisedText:
        """Return all quantities of a text in canonical form, as loading and asking read them."""
        return normalised(data.text)
