"""The filter of a question as JSON doors take it."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from core.filter import Filter
from service.filtering import Limits, filter_of

_Words = Annotated[str, Meta(min_length=1, max_length=500)]
_Several = _Words | Annotated[list[_Words], Meta(max_length=100)]


class FilterBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is searched, all conditions together; of several values one is enough."""

    documents: Annotated[
        Annotated[list[_Words], Meta(max_length=100)] | None, Meta(description="File names or ids; null for all.")
    ] = None
    category: Annotated[_Several, Meta(examples=["退货"])] = []
    product_line: Annotated[_Several, Meta(examples=["手机"])] = []
    tags: _Several = []
    fields: Annotated[
        dict[str, _Several],
        Meta(max_length=50, description="Any other field of documents or records.", examples=[{"region": "华东"}]),
    ] = {}
    on: Annotated[date | None, Meta(description="Only what is in force on this day.")] = None

    def limits(self) -> Limits:
        """Return them as every door gives them."""
        fields = {name: _listed(values) for name, values in self.fields.items()}
        named = (_listed(self.category), _listed(self.product_line), _listed(self.tags))
        return Limits(self.documents, *named, fields=fields, on=self.on)


def only_of(body: FilterBody | None) -> Filter | None:
    """Return the filter that ``body`` means, ``None`` for everything.

    Raises:
        InvalidInput: Errors of ``filter_of``.
    """
    return filter_of(body.limits()) if body else None


def _listed(values: str | list[str]) -> list[str]:
    return [values] if isinstance(values, str) else values
