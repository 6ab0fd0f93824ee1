"""Queries on repeals: the titles that documents put out of force."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from core.text import fold
from store.tables import REPEAL

_MARKS = re.compile(r"[《》<>〈〉\"'“”]")
_DATED = re.compile(r"\((?:19|20)\d{2}[^()]*\)$")
_STATE = "中华人民共和国"


@dataclass(frozen=True, slots=True)
class Repeal:
    """A title, in compared form, that ``document_id`` repeals from ``since`` on, ``None`` when it does not say."""

    title_key: str
    document_id: str
    since: date | None


def title_key(title: str) -> str:
    """Return the form two titles are compared in: folded, without 《》, a year in brackets and the state's name."""
    bare = _DATED.sub("", _MARKS.sub("", fold(title)))
    return bare.removeprefix(_STATE) or bare


def replace(
    session: Session, kb_id: int, document_id: str, title: str, repealed: Collection[str], since: date | None
) -> None:
    """Store what a document titled ``title`` repeals, in place of what it repealed before.

    Its own title is left out: an amended statute still repeals the first of its name, which versions tell apart.
    """
    session.execute(delete(REPEAL).where(REPEAL.c.kb_id == kb_id, REPEAL.c.document_id == document_id))
    keys = {key for name in repealed if (key := title_key(name))} - {title_key(title)}
    rows = [{"kb_id": kb_id, "document_id": document_id, "title_key": key, "since": since} for key in sorted(keys)]
    if rows:
        session.execute(insert(REPEAL), rows)


def by_titles(session: Session, kb_id: int, keys: Collection[str]) -> Mapping[str, list[Repeal]]:
    """Return the repeals of titles whose ``title_key`` is in ``keys``, by key."""
    statement = select(REPEAL).where(REPEAL.c.kb_id == kb_id, REPEAL.c.title_key.in_(list(keys)))
    found: dict[str, list[Repeal]] = {}
    for row in session.execute(statement):
        found.setdefault(row.title_key, []).append(Repeal(row.title_key, row.document_id, row.since))
    return found
