"""The documents behind passages, as a person would name them, and whether a newer version has replaced them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from core.answer import Source
from core.conflict import Standing
from store.repeals import Repeal, by_titles, title_key
from store.tables import DOCUMENT as DOC
from store.tables.layout import AnyRow

_COLUMNS = (
    DOC.c.id, DOC.c.source_name, DOC.c.title, DOC.c.version, DOC.c.series, DOC.c.valid_from, DOC.c.valid_to,
    DOC.c.metadata["priority"].astext.label("priority"),
)  # fmt: skip
_NUMBERS = re.compile(r"\d+")
_PRIORITY = re.compile(r"-?\d{1,9}(?:\.\d{1,6})?")
_ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_YEAR_MONTH = re.compile(r"(?<!\d)((?:19|20)\d{2})\s*(?:年\s*(?:(\d{1,2})\s*月)?|版)")


def sources(
    session: Session, kb_id: int, document_ids: Collection[str], today: date | None = None
) -> dict[str, Source]:
    """Return the source of each document that exists among ``document_ids``.

    One is superseded when another document of the same series is newer and already in force, or when another that
    is in force repeals its title (see ``store.repeals``).

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        document_ids: The documents asked about.
        today: The day that decides what is in force; now in UTC when unset.
    """
    wanted = _select(session, kb_id, DOC.c.id.in_(list(document_ids)))
    replaced = _replaced_by(session, kb_id, wanted, today or _today())
    return {row.id: Source(row.id, row.source_name, row.title, row.version, row.id in replaced) for row in wanted}


def in_force(session: Session, kb_id: int, day: date) -> frozenset[str]:
    """Return the documents in force on ``day``: begun, not ended, and replaced by no other by then.

    One that says of itself neither when it begins nor when it ends counts as in force unless it was replaced.
    """
    begun = [row for row in _select(session, kb_id) if _in_force(row, day)]
    lasting = [row for row in begun if row.valid_to is None or row.valid_to >= day]
    replaced = _replaced_by(session, kb_id, lasting, day)
    return frozenset(row.id for row in lasting if row.id not in replaced)


def standings(
    session: Session, kb_id: int, document_ids: Collection[str], today: date | None = None
) -> dict[str, Standing]:
    """Return where each document that exists among ``document_ids`` stands: what replaces it, and its priority.

    What replaces a document is what makes ``sources`` call it superseded. Arguments are those of ``sources``.
    """
    wanted = _select(session, kb_id, DOC.c.id.in_(list(document_ids)))
    replaced = _replaced_by(session, kb_id, wanted, today or _today())
    some_day = _replaced_by(session, kb_id, wanted, date.max)
    found = {}
    for row in wanted:
        now = replaced.get(row.id, frozenset())
        awaited = some_day.get(row.id, frozenset()) - now
        found[row.id] = Standing(row.id, now, awaited, _priority(row._mapping["priority"]))
    return found


def _today() -> date:
    return datetime.now(UTC).date()


def _replaced_by(session: Session, kb_id: int, wanted: Sequence[AnyRow], day: date) -> dict[str, frozenset[str]]:
    """Return, of the documents that others replace, those others."""
    outdated, repealed = _outdated(session, kb_id, wanted, day), _repealed(session, kb_id, wanted, day)
    both = {row.id: outdated.get(row.id, frozenset()) | repealed.get(row.id, frozenset()) for row in wanted}
    return {document_id: others for document_id, others in both.items() if others}


def _outdated(session: Session, kb_id: int, wanted: Sequence[AnyRow], today: date) -> dict[str, frozenset[str]]:
    series = {row.series for row in wanted if row.series}
    related = _select(session, kb_id, DOC.c.series.in_(series)) if series else []
    return {row.id: _successors(row, related, today) for row in wanted}


def _repealed(session: Session, kb_id: int, wanted: Sequence[AnyRow], today: date) -> dict[str, frozenset[str]]:
    keys = {row.id: _names(row) for row in wanted}
    repeals = by_titles(session, kb_id, set().union(*keys.values())) if keys else {}
    ids = {repeal.document_id for found in repeals.values() for repeal in found}
    repealing = {row.id: row for row in _select(session, kb_id, DOC.c.id.in_(ids))} if ids else {}
    return {
        row.id: frozenset(
            repeal.document_id
            for key in keys[row.id]
            for repeal in repeals.get(key, ())
            if repeal.document_id != row.id and _ends(repeal, repealing, row, today)
        )
        for row in wanted
    }


def _names(row: AnyRow) -> set[str]:
    """Return the forms a repeal may name the document by: its title, with its version, and its file's name."""
    stem = PurePosixPath(row.source_name).stem
    return {title_key(row.title), title_key(f"{row.title}{row.version}"), title_key(stem)} - {""}


def _ends(repeal: Repeal, repealing: Mapping[str, AnyRow], row: AnyRow, today: date) -> bool:
    """A repeal counts from its day on, and never against a document that began later."""
    since = repeal.since or _start(repealing[repeal.document_id])
    return since <= today and (since == date.min or since >= _start(row))


def _select(session: Session, kb_id: int, *conditions: Any) -> Sequence[AnyRow]:
    return session.execute(select(*_COLUMNS).where(DOC.c.kb_id == kb_id, *conditions)).all()


def _successors(row: AnyRow, related: Iterable[AnyRow], today: date) -> frozenset[str]:
    return frozenset(
        other.id
        for other in related
        if row.series and other.series == row.series and _newer(other, row) and _in_force(other, today)
    )


def _newer(one: AnyRow, other: AnyRow) -> bool:
    """Compare versions where both have one, else the days they came into force."""
    versions = _version(one.version), _version(other.version)
    if all(versions) and versions[0] != versions[1]:
        return versions[0] > versions[1]
    return (one.valid_from or date.min) > (other.valid_from or date.min)


def _in_force(row: AnyRow, today: date) -> bool:
    return _start(row) <= today


def _start(row: AnyRow) -> date:
    start: date = row.valid_from or _date_in(row.version) or date.min
    return start


def _version(words: str) -> tuple[int, ...]:
    """``V2.10`` is later than ``V2.9``; ``2023-05-01`` later than ``2022版``."""
    return tuple(int(number) for number in _NUMBERS.findall(words))


def _date_in(words: str) -> date | None:
    """``2024-05-01`` is that day, ``2023版`` and ``2025年7月`` the first of the year or month."""
    found = _ISO_DATE.search(words) or _YEAR_MONTH.search(words)
    if found is None:
        return None
    year, month, day = (int(part or 1) for part in (*found.groups(), None)[:3])
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _priority(words: str | None) -> float:
    """Return metadata ``priority`` as a number; what is none weighs nothing."""
    found = _PRIORITY.fullmatch((words or "").strip())
    return float(found.group()) if found else 0.0
