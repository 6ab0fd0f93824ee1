"""The routes a service describes, and good requests to them, to be spoilt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

_WORDS = {
    "question": "退货期限是几天？",
    "content": "退货期限是几天？",
    "role": "user",
    "text": "保存7天",
    "value": "15天",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. ``schemas`` are those of the whole document."""

    method: str
    path: str
    described: Mapping[str, Any]
    schemas: Mapping[str, Any]

    @property
    def takes_json(self) -> bool:
        """Whether it takes a JSON body."""
        return "application/json" in self.described.get("requestBody", {}).get("content", {})

    @property
    def takes_files(self) -> bool:
        """Whether it takes a form of files."""
        return "multipart/form-data" in self.described.get("requestBody", {}).get("content", {})

    @property
    def is_chat(self) -> bool:
        """Whether clients of OpenAI's interface read its errors."""
        return self.path.startswith(("/v1/chat", "/v1/models"))

    @property
    def looks(self) -> bool:
        """Whether it changes nothing."""
        return self.method == "GET" or self.path.endswith(
            ("/ask", "/search", "/completions", "/normalise", "/lint", "/v1/diff")
        )

    def parameters(self, place: str) -> list[str]:
        """Return the names of the parameters that stand in ``place``: path, query or header."""
        return [one["name"] for one in self.described.get("parameters", ()) if one["in"] == place]

    def target(self, values: Mapping[str, str]) -> str:
        """Return the path with ``values`` in it, escaped."""
        path = self.path
        for name in self.parameters("path"):
            path = path.replace(f"{{{name}}}", quote(values[name].encode("utf-8", "surrogatepass"), safe=""))
        return path

    def files_field(self) -> str:
        """Return the name of the first field of a form of files."""
        schema = self._resolved(self.described["requestBody"]["content"]["multipart/form-data"]["schema"])
        return str(next(iter(schema["properties"])))

    def good_body(self, random: Random) -> Any:
        """Return a JSON body that fits."""
        return self._example(self.described["requestBody"]["content"]["application/json"]["schema"], "", random)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" in schema:
            return self._resolved(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self._resolved(next((one for one in schema[choice] if one.get("type") != "null"), {}))
        return schema

    def _example(self, schema: Mapping[str, Any], name: str, random: Random) -> Any:
        schema = self._resolved(schema)
        if "enum" in schema:
            return schema["enum"][0]
        if "properties" in schema:
            needed = schema.get("required", ())
            chosen = [key for key in schema["properties"] if key in needed or random.random() < 0.4]
            return {key: self._example(schema["properties"][key], key, random) for key in chosen}
        if schema.get("type") == "array":
            return [self._example(schema.get("items", {}), name, random)]
        plain = {"integer": 1, "number": 1.0, "boolean": True, "object": {}}
        return plain.get(str(schema.get("type")), _WORDS.get(name, "books" if name == "model" else "期限"))


def operations(document: Mapping[str, Any]) -> Sequence[Operation]:
    """Return every operation of an OpenAPI document."""
    schemas = document["components"]["schemas"]
    return [
        Operation(method.upper(), path, described, schemas)
        for path, item in document["paths"].items()
        for method, described in item.items()
    ]
