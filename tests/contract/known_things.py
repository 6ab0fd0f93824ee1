"""Hooks of schemathesis: requests name things that exist, and none takes the ground away from the others."""

import os
import zlib
from collections.abc import Iterator
from typing import Any

import httpx
import schemathesis
from schemathesis import Case, GenerationMode, HookContext
from schemathesis.core.parameters import ParameterLocation
from schemathesis.schemas import BaseSchema

KB = "books"
# What a limit may be set to here: a lower one would end the run, for the limits hold from the next request on.
_LEAST_LIMIT = 1_000_000
_LISTS = ("documents", "facts", "jobs")
# Hardly any made-up tag is right, and nothing else of such a request would be looked at.
_PRECONDITIONS = ("If-Match", "If-None-Match")
_known: dict[str, list[str]] = {}


@schemathesis.hook
def after_load_schema(context: HookContext, schema: BaseSchema) -> None:
    """Ask the service what ``KB`` holds; the variables are set by the test that runs schemathesis."""
    key = os.environ.get("CONTRACT_KEY", "")
    address = f"{os.environ['CONTRACT_URL']}/v1/kbs/{KB}"
    with httpx.Client(headers={"X-API-Key": key} if key else {}, timeout=60, trust_env=False) as client:
        found = {name: client.get(f"{address}/{name}").raise_for_status().json()[name] for name in _LISTS}
    _known["kb"] = _known["model"] = [KB]
    for name, entries in found.items():
        _known[name.removesuffix("s")] = [each["id"] for each in entries]
    _known["chunk"] = sorted({each["chunk_id"] for each in found["facts"]})


@schemathesis.hook
def map_case(context: HookContext, case: Case) -> Case:
    """Put known names into three of four good addresses, and limits that let the others go on."""
    if _is_good(case, ParameterLocation.PATH) and case.method != "DELETE":
        for name, value in _worth_changing(case):
            known = _known[name]
            case.path_parameters[name] = known[zlib.crc32(value.encode("utf-8", "replace")) % len(known)]
    if case.headers and _is_good(case, ParameterLocation.HEADER) and zlib.crc32(repr(case.headers).encode()) % 4:
        for name in _PRECONDITIONS:
            case.headers.pop(name, None)
    if case.path == "/v1/limits" and case.method == "PATCH" and isinstance(case.body, dict):
        for name, value in case.body.items():
            # Limits are whole numbers, and 0.0 is one of them.
            if type(value) in (int, float) and 0 <= value < _LEAST_LIMIT and value == int(value):
                case.body[name] = _LEAST_LIMIT
    return case


@schemathesis.hook
def before_call(context: HookContext, case: Case, kwargs: dict[str, Any]) -> None:
    """Let nobody delete what the other requests are about."""
    if case.method == "DELETE" and case.path == "/v1/kbs/{kb}" and case.path_parameters.get("kb") == KB:
        case.path_parameters["kb"] = "另一个"
    if (
        case.method == "DELETE"
        and case.path == "/v1/keys/{key}"
        and case.path_parameters.get("key") == os.environ.get("CONTRACT_KEY_ID")
    ):
        case.path_parameters["key"] = "key_0"


def _worth_changing(case: Case) -> Iterator[tuple[str, str]]:
    for name, value in list(case.path_parameters.items()):
        text = str(value)
        if _known.get(name) and zlib.crc32(text.encode("utf-8", "replace")) % 4:
            yield name, text


def _is_good(case: Case, location: ParameterLocation) -> bool:
    component = case.meta.components.get(location) if case.meta else None
    return component is not None and component.mode == GenerationMode.POSITIVE
