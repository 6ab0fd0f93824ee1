"""What a search is limited to before it begins: documents, fields of documents and records, a day."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that all hold; an empty one restricts nothing.

    Attributes:
        documents: Ids or file names; one of them. ``None`` means all documents, an empty set none.
        fields: Field name → values, one of which the text has. A record's own field goes before the one its document
            has by the same name; a list (tags, keywords) has each of its items.
        on: Only what is in force on this day.
    """

    documents: tuple[str, ...] | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    on: date | None = None

    @property
    def empty(self) -> bool:
        return self.documents is None and not self.fields and self.on is None
