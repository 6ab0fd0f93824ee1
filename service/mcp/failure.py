"""What fails in a tool is told to the model that called it, with advice; what nobody foresaw stays inside."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog
from mcp.server.mcpserver.exceptions import ToolError

from core.errors import DianmianError, outcome_of

_P = ParamSpec("_P")
_R = TypeVar("_R")
_log = structlog.get_logger("dianmian.mcp")


def told(tool: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return ``tool``, its errors turned into those the protocol knows."""

    @wraps(tool)
    def telling(*arguments: _P.args, **named: _P.kwargs) -> _R:
        try:
            return tool(*arguments, **named)
        except DianmianError as error:
            raise ToolError(f"{outcome_of(error).type}: {error}") from None
        except Exception as error:
            _log.error("unexpected error", tool=tool.__name__, exc_info=error)
            raise ToolError("internal: something went wrong (see the log of the service)") from None

    return telling
