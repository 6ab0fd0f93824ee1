"""Requests made from nothing but the OpenAPI document, so that a new route is asked without anybody thinking of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_PARAMETER = re.compile(r"\{(\w+)\}")
# Values of parameters and fields that are no ids, where the schema alone does not lead to a sensible request.
WORDS = {
    "role": "user",
    "content": "机密文件保存多久？",
    "question": "机密文件保存多久？",
    "text": "保存7天",
    "model": "x",
    "value": "15天",
    "name": "期限",
}
FILE = ("说明.md", "# 说明\n\n普通文件的保存期限为7天。\n".encode(), "text/markdown")
WORD_FILE = ("words.yaml", "attributes:\n  - 保存期限\n".encode(), "application/yaml")


@dataclass(frozen=True)
class Operation:
    """One method of one path, as the document describes it."""

    method: str
    path: str
    described: Mapping[str, Any]
    document: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def names(self) -> list[str]:
        """What names a thing of a tenant: parameters of the path without a fixed set of values, and a chat's model."""
        found = [name for name in _PARAMETER.findall(self.path) if "enum" not in self._schema(name)]
        content = self.described.get("requestBody", {}).get("content", {}).get("application/json")
        fields = self._resolved(content["schema"]).get("properties", {}) if content else {}
        chats = "model" in fields and self._resolved(fields["model"]).get("type") == "string"
        return [*found, "model"] if chats else found

    def request(self, ids: Mapping[str, str]) -> dict[str, Any]:
        """Return the arguments of a request to this operation that fits its schema and names ``ids`` where it can."""
        path = _PARAMETER.sub(lambda match: self._in_path(match[1], ids), self.path)
        wanted = [p for p in self.described.get("parameters", []) if p["in"] == "query" and p.get("required")]
        params = {p["name"]: ids.get(p["name"], WORDS.get(p["name"], "x")) for p in wanted}
        return {"method": self.method, "url": path, "params": params, **self._body(ids)}

    def _in_path(self, name: str, ids: Mapping[str, str]) -> str:
        enum = self._schema(name).get("enum")
        if enum:
            return str(enum[0])
        assert name in ids, f"{self}: no known value for the path parameter {name}: add one of tenant A's"
        return ids[name]

    def _schema(self, name: str) -> Mapping[str, Any]:
        (found,) = (p for p in self.described["parameters"] if p["in"] == "path" and p["name"] == name)
        return self._resolved(found["schema"])

    def _body(self, ids: Mapping[str, str]) -> dict[str, Any]:
        content = self.described.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in content:
            schema = self._resolved(content["multipart/form-data"]["schema"])
            file = WORD_FILE if self.path.endswith("/import") else FILE
            return {"files": [(name, file) for name in schema["properties"]]}
        if "application/json" in content:
            return {"json": self._example(content["application/json"]["schema"], ids)}
        return {}

    def _example(self, schema: Mapping[str, Any], ids: Mapping[str, str], name: str = "") -> Any:
        schema = self._resolved(schema)
        if name in ids and schema.get("type", "string") == "string":
            return ids[name]
        if name in WORDS:
            return WORDS[name]
        if "enum" in schema or "const" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        if schema.get("type") == "object" or "properties" in schema:
            needed = {
                *schema.get("required", ()),
                *(set(schema.get("properties", ())) & (ids.keys() | {"value", "content"})),
            }
            return {key: self._example(schema["properties"][key], ids, key) for key in sorted(needed)}
        if schema.get("type") == "array":
            return [self._example(schema["items"], ids, name)]
        return {"integer": 1, "number": 1.0, "boolean": True}.get(str(schema.get("type")), "x")

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" in schema:
            return self._resolved(self.document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self._resolved(next(one for one in schema[choice] if one.get("type") != "null"))
        return schema


def operations(document: Mapping[str, Any]) -> Iterator[Operation]:
    """Yield every operation; those that delete come last."""
    found = [
        Operation(method.upper(), path, described, document)
        for path, item in document["paths"].items()
        for method, described in item.items()
    ]
    yield from sorted(found, key=lambda one: (one.method == "DELETE", -one.path.count("{"), one.path))
