"""A filter to the part of a knowledge base it leaves, before anything is searched."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.errors import InvalidInput, NotFound
from core.filter import Filter
from store import documents as document_store
from store import labels
from store.labels import Label
from store.reach import Reach
from store.session import Session

# One field by several names: what the doors call it, and how documents and records write it.
FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    "category": ("category", "分类", "类别"),
    "product_line": ("product_line", "产品线"),
    "tags": ("tags", "tag", "标签"),
    "region": ("region", "地区", "区域"),
    "channel": ("channel", "渠道"),
    "customer_type": ("customer_type", "客户类型"),
    "version": ("version", "版本"),
}
_BEGINS, _ENDS = ("valid_from", "effective"), ("valid_to",)
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class _Part:
    """Places of one document: those at ``ordinals``, or with ``but`` all others."""

    ordinals: frozenset[int]
    but: bool = False

    @property
    def whole(self) -> bool:
        return self.but and not self.ordinals

    def meet(self, other: "_Part") -> "_Part":
        if self.but and other.but:
            return _Part(self.ordinals | other.ordinals, True)
        if self.but or other.but:
            taken, left = (other, self) if self.but else (self, other)
            return _Part(taken.ordinals - left.ordinals)
        return _Part(self.ordinals & other.ordinals)


_Parts = dict[str, _Part]
_WHOLE = _Part(frozenset(), True)


def reach_of(session: Session, kb_id: int, wanted: Filter) -> Reach | None:
    """Return what ``wanted`` leaves to be searched; ``None`` when it restricts nothing.

    A value that no text has leaves nothing, and the reach says so and names the values there are.

    Raises:
        NotFound: A document is not in the knowledge base.
        InvalidInput: No text has such a field; the message names those there are.
    """
    if wanted.empty:
        return None
    parts: list[tuple[str, _Parts]] = []
    if wanted.documents is not None:
        parts.append(("", dict.fromkeys(_documents(session, kb_id, wanted.documents), _WHOLE)))
    for name, values in wanted.fields.items():
        reason, found = _of_field(session, kb_id, name, values)
        parts.append((reason, found))
    if wanted.on is not None:
        parts.append((f"nothing is in force on {wanted.on.isoformat()}", _in_force(session, kb_id, wanted.on)))
    return _reach(session, kb_id, parts)


def _reach(session: Session, kb_id: int, parts: Sequence[tuple[str, _Parts]]) -> Reach:
    for reason, found in parts:
        if not found and reason:
            return Reach(frozenset(), reason=reason)
    left = parts[0][1]
    for _, other in parts[1:]:
        left = {doc: part.meet(other[doc]) for doc, part in left.items() if doc in other}
    left = {doc: part for doc, part in left.items() if part.but or part.ordinals}
    if not left:
        return Reach(frozenset(), reason="no text fulfils all conditions of the filter together")
    if all(part.whole for part in left.values()):
        return Reach(frozenset(left))
    chosen = {doc: part.ordinals for doc, part in left.items() if not part.but}
    spared = {doc: part.ordinals for doc, part in left.items() if part.but}
    ids = labels.chunk_ids(session, kb_id, chosen) | labels.chunk_ids(session, kb_id, spared, but=True)
    return Reach(frozenset(left), frozenset(ids))


def _documents(session: Session, kb_id: int, wanted: Collection[str]) -> frozenset[str]:
    """Return the ids of documents given by id or file name; a search of none would look like a miss."""
    known = set(document_store.sources(session, kb_id, wanted))
    named = document_store.ids_of(session, kb_id, [name for name in wanted if name not in known])
    for name in wanted:
        if name not in known and name not in named:
            raise NotFound("no such document in this knowledge base", place=name, advice="list its documents")
    return frozenset(known | set(named.values()))


def _of_field(session: Session, kb_id: int, name: str, values: Sequence[str]) -> tuple[str, _Parts]:
    """Return the places whose field ``name`` has one of ``values``, and what to say when there are none."""
    names = next((group for group in FIELD_NAMES.values() if name.strip() in group), (name.strip(),))
    having = labels.carrying(session, kb_id, names, values)
    if having:
        whole = {label.document_id for label in having if label.whole}
        return "", _places(having, labels.carrying(session, kb_id, names, documents=whole) if whole else ())
    known = labels.values(session, kb_id, names, _SHOWN)
    if not known:
        fields = "、".join(labels.names(session, kb_id)) or "none"
        raise InvalidInput(
            f"no document or record has a field {name!r}", place=f"filter.{name}", advice=f"fields here: {fields}"
        )
    return f"nothing has {name} = {' / '.join(values)}; values here: {'、'.join(known)}", {}


def _places(having: Iterable[Label], bearing: Iterable[Label]) -> _Parts:
    """Return where ``having`` holds: a record's own field goes before the one its document has by the same name.

    Args:
        bearing: Every label by that name of the documents that have the value as a whole.
    """
    taken, own = _of_records(having), _of_records(bearing)
    whole = {label.document_id for label in having if label.whole}
    found = {doc: _Part(own.get(doc, frozenset()) - taken.get(doc, frozenset()), True) for doc in whole}
    return {**{doc: _Part(ordinals) for doc, ordinals in taken.items()}, **found}


def _of_records(found: Iterable[Label]) -> dict[str, frozenset[int]]:
    ordinals: dict[str, frozenset[int]] = {}
    for label in found:
        if not label.whole:
            ordinals[label.document_id] = ordinals.get(label.document_id, frozenset()) | label.ordinals
    return ordinals


def _in_force(session: Session, kb_id: int, day: date) -> _Parts:
    """Return the documents in force on ``day``, without those of their records that say they are not."""
    parts = dict.fromkeys(document_store.in_force(session, kb_id, day), _WHOLE)
    begun = [label for label in labels.carrying(session, kb_id, _BEGINS) if _day_of(label) > day]
    ended = [label for label in labels.carrying(session, kb_id, _ENDS) if _day_of(label, date.max) < day]
    for label in (*begun, *ended):
        if not label.whole and label.document_id in parts:
            parts[label.document_id] = parts[label.document_id].meet(_Part(label.ordinals, True))
    return parts


def _day_of(label: Label, otherwise: date = date.min) -> date:
    try:
        return date.fromisoformat(label.value)
    except ValueError:
        return otherwise
