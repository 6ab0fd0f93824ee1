"""The scripted model, and a small form to fill."""

from typing import ClassVar

from pydantic import Field

from core.llm import Entry, Form
from tests.llm_server import no_proxy, serve

__all__ = ["Pair", "Pairs", "no_proxy", "serve"]


class Pair(Entry):
    """A name and a value."""

    aliases: ClassVar[dict[str, str]] = {"名称": "name", "值": "value"}

    name: str = Field(min_length=1)
    value: str
    note: str = ""


class Pairs(Form):
    """Several."""

    holder: ClassVar[str] = "pairs"
    holders: ClassVar[frozenset[str]] = frozenset({"结果", "data"})
    entry: ClassVar[type[Entry]] = Pair

    pairs: tuple[Pair, ...]
