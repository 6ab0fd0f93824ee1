"""The systems to measure, read from a YAML file.

systems:
  - name: 邻家检索
    http:
      url: http://127.0.0.1:9000/search
      headers: {Authorization: "Bearer ${SEARCH_KEY}"}
      body: {query: "{question}", top_k: "{limit}"}
      hits: result.items
      text: payload.text
      document: payload.source
      score: score
  - name: 自家管线
    callable: pipelines.plain:search
  - name: dianmian
    kb: policies
    through: ask
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import yaml

from core.errors import ConfigurationError, InvalidInput
from evals.external.endpoint import Endpoint

_ADVICE = "docs/results.md shows such a file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """One system: exactly one of ``http``, ``callable`` and ``kb`` (``through`` is ``search`` or ``ask``)."""

    name: str
    place: str
    http: Endpoint | None = None
    callable: str = ""
    kb: str = ""
    through: str = "search"


def read_configuration(path: Path) -> tuple[Described, ...]:
    """Return the systems of a configuration, in order.

    Raises:
        InvalidInput: There is no such file, or it is not YAML.
        ConfigurationError: It does not describe systems; the message names the entry and the field.
    """
    if not path.is_file():
        raise InvalidInput("no such file", place=str(path), advice="give the file that describes the systems")
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidInput("not valid YAML", place=path.name, advice=_ADVICE) from error
    entries = data.get("systems") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries:
        raise ConfigurationError("expected a list of systems", place=f"{path.name}: systems", advice=_ADVICE)
    described = tuple(_described(entry, f"systems[{at}]") for at, entry in enumerate(entries, start=1))
    _check_names(described)
    return described


def _described(entry: Any, place: str) -> Described:
    if not isinstance(entry, dict):
        raise ConfigurationError("expected name and http, callable or kb", place=place, advice=_ADVICE)
    kinds = [kind for kind in ("http", "callable", "kb") if entry.get(kind)]
    if len(kinds) != 1:
        raise ConfigurationError("give exactly one of http, callable and kb", place=place, advice=_ADVICE)
    unknown = {str(name) for name in entry} - {"name", "through", *kinds}
    if unknown:
        raise ConfigurationError("unknown field", place=f"{place}.{min(unknown)}", advice=_ADVICE)
    if entry.get("through", "search") not in ("search", "ask"):
        raise ConfigurationError("through is search or ask", place=f"{place}.through", advice=_ADVICE)
    if not str(entry.get("name") or "").strip():
        raise ConfigurationError("a system needs a name", place=f"{place}.name", advice=_ADVICE)
    if kinds == ["http"]:
        endpoint = _endpoint(entry["http"], f"{place}.http")
        return Described(name=str(entry["name"]), place=f"{place}.http", http=endpoint)
    fields = {name: str(entry[name]) for name in ("callable", "kb", "through") if name in entry}
    return Described(name=str(entry["name"]), place=place, **fields)  # type: ignore[arg-type]


def _endpoint(entry: Any, place: str) -> Endpoint:
    unknown = {str(name) for name in entry} - set(Endpoint.__slots__) if isinstance(entry, dict) else set()
    if unknown:
        raise ConfigurationError("unknown field", place=f"{place}.{min(unknown)}", advice=_ADVICE)
    try:
        endpoint = msgspec.convert(entry, Endpoint)
    except msgspec.ValidationError as error:
        raise ConfigurationError(str(error), place=place, advice=_ADVICE) from error
    endpoint.check(place)
    return endpoint


def _check_names(described: Sequence[Described]) -> None:
    seen: set[str] = set()
    for system in described:
        if system.name in seen:
            raise ConfigurationError(f"two systems are called {system.name!r}", place=system.place, advice=_ADVICE)
        seen.add(system.name)
