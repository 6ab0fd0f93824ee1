"""The JSON Schema of a suite, made of the same fields that reading goes by."""

from typing import Any

from evals.suite_files.case import ABSENT
from evals.suite_files.entry import FIELDS, GOLD, NEEDED, REQUIRED, Field
from evals.suite_files.shape import SAID

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NOTHING = {"anyOf": [{"type": "null"}, {"type": "array", "maxItems": 0}, {"type": "string", "not": {"pattern": SAID}}]}
_SOMETHING = {"not": _NOTHING}


def entry_schema() -> dict[str, Any]:
    """Return the schema of one entry, such as a line of JSON lines."""
    return {
        "$schema": DIALECT,
        "title": "题目 A question",
        "type": "object",
        "properties": {name: _field(field) for name, field in FIELDS.items()},
        "required": list(REQUIRED),
        "additionalProperties": False,
        "if": {"properties": {"kind": {"const": ABSENT}}, "required": ["kind"]},
        "then": {"properties": dict.fromkeys(GOLD, _NOTHING)},
        "else": {"properties": dict.fromkeys(NEEDED, _SOMETHING), "required": list(NEEDED)},
    }


def suite_schema() -> dict[str, Any]:
    """Return the schema of a whole suite. That ids are unique no schema can say; ``suite check`` does."""
    entry = entry_schema()
    dialect = entry.pop("$schema")
    title = "评测集 A suite of questions"
    items = {"$ref": "#/$defs/entry"}
    return {
        "$schema": dialect,
        "title": title,
        "type": "array",
        "minItems": 1,
        "items": items,
        "$defs": {"entry": entry},
    }


def _field(field: Field) -> dict[str, Any]:
    shape = dict(field.shape.schema())
    allowed = shape if field.required else {"anyOf": [*shape.get("anyOf", [shape]), {"type": "null"}]}
    return {"description": f"{field.zh} {field.en}", **allowed}
