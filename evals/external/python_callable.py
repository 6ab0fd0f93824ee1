"""A Python callable as a system: ``package.module:function``, called with a question and a limit."""

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from core.errors import ConfigurationError, DianmianError, UpstreamFailed
from evals.external.fields import number_at, text_at
from evals.external.system import Hit

_FIELDS = ("text", "document", "score")


class PythonCallable:
    """Calls ``function(question, limit)``.

    A hit is an object or a mapping with ``text``, ``document`` and, if it likes, ``score``, or a tuple of these.

    Args:
        target: ``package.module:function``, importable from here or from the folder of the call.
        name: How it is called in tables.

    Raises:
        ConfigurationError: There is no such function.
    """

    def __init__(self, target: str, name: str = "") -> None:
        self.name = name or target
        self._target = target
        self._function = _function(target)

    def search(self, question: str, limit: int) -> tuple[Hit, ...]:
        """Return its first ``limit`` hits.

        Raises:
            UpstreamFailed: It raised, or what it returned are no hits.
        """
        try:
            found = list(self._function(question, limit))
        except DianmianError:
            raise
        except Exception as error:
            message = f"it raised {type(error).__name__}: {error}"
            raise UpstreamFailed(message, place=self._target, advice="try it by itself") from error
        return tuple(_hit(item, f"{self._target}, hit {number}") for number, item in enumerate(found[:limit], start=1))


def _function(target: str) -> Callable[[str, int], Iterable[Any]]:
    module, _, attribute = target.partition(":")
    # The console script, unlike ``python -m``, does not look in the folder it is called from.
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise _unusable(target, str(error)) from error
    if not callable(found):
        raise _unusable(target, "it cannot be called")
    return found  # type: ignore[no-any-return]


def _unusable(target: str, why: str) -> ConfigurationError:
    advice = "write package.module:function, importable from the folder of the call"
    return ConfigurationError(f"no such callable: {why}", place=target, advice=advice)


def _hit(item: Any, place: str) -> Hit:
    if isinstance(item, tuple | list):
        fields: Mapping[str, Any] = dict(zip(_FIELDS, item, strict=False))
    elif isinstance(item, Mapping):
        fields = item
    else:
        fields = {name: getattr(item, name) for name in _FIELDS if hasattr(item, name)}
    score = number_at(fields, "score", place) if "score" in fields else 0.0
    return Hit(text_at(dict(fields), "text", place), text_at(dict(fields), "document", place), score)
