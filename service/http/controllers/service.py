"""The quantity reader over HTTP."""

from typing import Annotated

from litestar import Controller, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from service.http.problems import problems
from service.http.scope import READ
from service.views.quantities import NormalisedText, normalised


class TextToNormalise(Struct, frozen=True, forbid_unknown_fields=True):
    """A text that holds quantities."""

    text: Annotated[str, Meta(max_length=10_000, examples=["满99元免运费，退款3到七个工作日到账"])]


class ServiceController(Controller):
    """The service itself."""

    path = "/"
    tags = ("service",)
    request_max_body_size = 65_536

    @post(
        "/v1/normalise",
        summary="数量归一 Normalise quantities",
        opt=READ,
        status_code=HTTP_200_OK,
        responses=problems(400, 413),
        sync_to_thread=True,
    )
    def normalise(self, data: JSONBody[TextToNormalise]) -> NormalisedText:
        """Return all quantities of a text in canonical form, as loading and asking read them."""
        return normalised(data.text)
