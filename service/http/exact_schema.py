"""The OpenAPI document says of bodies all that their decoder checks."""

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.datastructures import UploadFile
from litestar.openapi.spec import Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

# What msgspec calls a limit, and what the document's own class calls it.
_LIMITS = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_items",
    "maxItems": "max_items",
    "maxProperties": "max_properties",
    "minimum": "minimum",
    "maximum": "maximum",
}


class ExactStructs(OpenAPISchemaPlugin):
    """Describes a struct as the framework does, and adds what that leaves out.

    The framework says neither that other fields are refused nor the limits of what stands inside a list or beside null.
    """

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether the field is a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:
        """Return the schema of a struct."""
        described = _framework(schema_creator, field_definition).to_openapi_schema(field_definition, schema_creator)
        struct = field_definition.type_
        if struct.__struct_config__.forbid_unknown_fields:
            described.additional_properties = False
        known = msgspec.json.schema_components([struct])[1]
        for name, exact in known[struct.__name__].get("properties", {}).items():
            _limit((described.properties or {}).get(name), exact)
        return described


class FileForms(OpenAPISchemaPlugin):
    """Describes a form of files as the framework does; an empty list of files cannot be sent: one at least."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether the field is a form with files."""
        return is_dataclass(field_definition.type_) and any(
            inner.is_subclass_of(UploadFile)
            for hint in field_definition.get_type_hints().values()
            for inner in FieldDefinition.from_annotation(hint).inner_types
        )

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:
        """Return the schema of a form."""
        described = _framework(schema_creator, field_definition).to_openapi_schema(field_definition, schema_creator)
        for entry in (described.properties or {}).values():
            if isinstance(entry, Schema) and entry.items is not None:
                entry.min_items = 1
        return described


def _framework(schema_creator: "SchemaCreator", field: FieldDefinition) -> OpenAPISchemaPlugin:
    return next(
        plugin
        for plugin in schema_creator.plugins
        if isinstance(plugin, OpenAPISchemaPlugin)
        and not isinstance(plugin, ExactStructs | FileForms)
        and plugin.is_plugin_supported_field(field)
    )


def _limit(described: Schema | Reference | None, exact: Mapping[str, Any]) -> None:
    """Give ``described`` the limits of ``exact`` that it lacks, inside lists and alternatives too."""
    if not isinstance(described, Schema):
        return
    for name, attribute in _LIMITS.items():
        if name in exact and getattr(described, attribute) is None:
            setattr(described, attribute, exact[name])
    for inside, inner in ((described.items, "items"), (described.additional_properties, "additionalProperties")):
        if isinstance(inside, Schema) and isinstance(exact.get(inner), Mapping):
            _limit(inside, exact[inner])
    for choice in exact.get("anyOf", ()):
        _limit(_same_kind(described.one_of or (), choice.get("type")), choice)


def _same_kind(choices: Iterable[Schema | Reference], kind: object) -> Schema | None:
    return next((one for one in choices if isinstance(one, Schema) and one.type == kind), None)
