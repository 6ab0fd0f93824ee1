"""JSON bodies are read as the OpenAPI document describes them: ``"5"`` is no number, and a number is no moment."""

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body becomes what its route takes, without guesses.

    The framework reads bodies as it reads addresses, where everything is text and has to be guessed.
    """

    async def json(self) -> Any:
        """Return the body as the struct its route takes, or as plain values for a route that takes none.

        Raises:
            ValidationException: It does not fit; names the field.
        """
        try:
            values = await super().json()
        except RecursionError as error:
            raise ValidationException(extra=[_fault("the body is nested too deeply")]) from error
        field = getattr(self.scope.get("route_handler"), "parsed_data_field", None)
        if field is None or not field.is_subclass_of(msgspec.Struct):
            return values
        try:
            return msgspec.convert(values, field.annotation, strict=True)
        except msgspec.ValidationError as error:
            raise ValidationException(extra=[_fault(str(error))]) from error


def _fault(told: str) -> dict[str, str]:
    message, found, place = told.rpartition(" - at `$")
    key = place.rstrip("`").lstrip(".") if found else ""
    return {"message": message if found else told, "key": key or "data", "source": "body"}
