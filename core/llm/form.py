"""The structure an answer must have: a list of entries, whose names a model may have put its own way."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Entry(BaseModel):
    """One entry of an answer. ``aliases`` are other names for its fields, folded to lower case and half width."""

    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)

    aliases: ClassVar[Mapping[str, str]] = {}


class Form(BaseModel):
    """An answer: one list of entries under the name ``holder``; ``holders`` are other names for it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    holder: ClassVar[str]
    holders: ClassVar[frozenset[str]] = frozenset()
    entry: ClassVar[type[Entry]]
