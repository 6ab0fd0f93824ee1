"""Answers that are not one JSON object, as the OpenAPI document says it."""

from dataclasses import dataclass

from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Schema
from litestar.openapi.spec.enums import OpenAPIType

from service.http.streaming import EVENT_STREAM

_TEXT = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


def _answer(operation: Operation) -> OpenAPIResponse:
    found = (operation.responses or {})["200"]
    if not isinstance(found, OpenAPIResponse) or found.content is None:
        raise TypeError(f"{operation.operation_id} describes no answer")
    return found


@dataclass
class StreamedOperation(Operation):
    """An operation that also answers with server-sent events."""

    def __post_init__(self) -> None:
        """Add them to what the framework describes."""
        answer = _answer(self)
        answer.content = {**(answer.content or {}), EVENT_STREAM: _TEXT}


@dataclass
class YamlOrCsv(Operation):
    """An operation that answers with a file of words."""

    def __post_init__(self) -> None:
        """Say so instead of what the framework takes the answer for."""
        _answer(self).content = {"application/yaml": OpenAPIMediaType(), "text/csv": _TEXT}


@dataclass
class FactFile(Operation):
    """An operation that answers with a file of facts."""

    def __post_init__(self) -> None:
        """Say so instead of what the framework takes the answer for."""
        sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        _answer(self).content = {"text/csv": _TEXT, "application/x-ndjson": _TEXT, sheet: OpenAPIMediaType()}
