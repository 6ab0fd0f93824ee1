"""Queries on what language models answered about chunks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from store.tables import CHUNK
from store.tables import MODEL_REPLY as REPLY
from store.tables.layout import AnyRow

ReplyState = Literal["read", "failed"]
_ADDED_UP = ("prompt_tokens", "completion_tokens")
_VALUES = (
    "chunk_id", "prompt", "model", "sha256", "state", "reason", "entries", "strayed", "prompt_tokens",
    "completion_tokens", "estimated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ModelReply:
    """One answer. ``entries`` are JSON-ready and unchecked; ``reason`` says why a failed one cannot be used."""

    chunk_id: str
    prompt: str
    model: str
    sha256: str
    state: ReplyState
    reason: str = ""
    entries: tuple[Mapping[str, Any], ...] = ()
    strayed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of an answer's entries: facts added, rules' facts confirmed, entries refused."""

    added: int
    confirmed: int
    refused: int


@dataclass(frozen=True, slots=True)
class ModelWork:
    """What models did for one document: chunks read and failed, facts, tokens of all tries."""

    read: int
    failed: int
    added: int
    confirmed: int
    refused: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool


def unread_ids(session: Session, kb_id: int, prompt: str, model: str, kinds: Collection[str]) -> list[str]:
    """Return the chunks of these kinds, in reading order, that this model has not read by these instructions.

    Chunks whose reading failed are among them, those that wait for a person's review are not.
    """
    answered = sa.exists().where(
        REPLY.c.kb_id == CHUNK.c.kb_id,
        REPLY.c.chunk_id == CHUNK.c.id,
        REPLY.c.prompt == prompt,
        REPLY.c.model == model,
        REPLY.c.state == "read",
    )
    statement = (
        sa.select(CHUNK.c.id)
        .where(CHUNK.c.kb_id == kb_id, CHUNK.c.kind.in_(list(kinds)), ~CHUNK.c.needs_review, ~answered)
        .order_by(CHUNK.c.document_id, CHUNK.c.ordinal)
    )
    return list(session.scalars(statement))


def twins(session: Session, kb_id: int, prompt: str, model: str, sha256: Collection[str]) -> dict[str, ModelReply]:
    """Return answers about other chunks of which the model was shown the same, by that hash."""
    statement = sa.select(REPLY).where(
        REPLY.c.kb_id == kb_id,
        REPLY.c.sha256.in_(list(sha256)),
        REPLY.c.prompt == prompt,
        REPLY.c.model == model,
        REPLY.c.state == "read",
    )
    return {row.sha256: _reply_of(row) for row in session.execute(statement)}


def keep(session: Session, kb_id: int, replies: Iterable[ModelReply]) -> None:
    """Store answers, over earlier ones of the same model and instructions, whose tokens stay counted.

    Raises:
        Conflict: A chunk is gone.
    """
    rows = [
        {
            "kb_id": kb_id,
            **{name: getattr(reply, name) for name in _VALUES},
            "entries": [dict(entry) for entry in reply.entries],
            **dict.fromkeys(("added", "confirmed", "refused"), 0),
            "applied": False,
        }
        for reply in replies
    ]
    if not rows:
        return
    statement = insert(REPLY)
    new = statement.excluded
    changes: dict[str, Any] = {name: new[name] for name in rows[0] if name not in ("kb_id", *_VALUES[:3])}
    changes |= {name: REPLY.c[name] + new[name] for name in _ADDED_UP}
    changes |= {"estimated": REPLY.c.estimated | new.estimated, "made_at": sa.func.now()}
    key = ["kb_id", "chunk_id", "prompt", "model"]
    session.execute(statement.on_conflict_do_update(index_elements=key, set_=changes), rows)


def unapplied(
    session: Session, kb_id: int, reader: tuple[str, str] | None, limit: int, skip: Collection[str] = ()
) -> list[ModelReply]:
    """Return up to ``limit`` answers that the facts do not follow from yet, at most one per chunk.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        reader: Instructions and model whose answers count; ``None`` takes the latest answer about each chunk that no
            answer was applied to.
        limit: At most this many.
        skip: Chunks to leave out.
    """
    wanted = [REPLY.c.kb_id == kb_id, REPLY.c.state == "read", ~REPLY.c.applied, REPLY.c.chunk_id.not_in(list(skip))]
    if reader is not None:
        wanted += [REPLY.c.prompt == reader[0], REPLY.c.model == reader[1]]
    else:
        other = REPLY.alias()
        wanted.append(~sa.exists().where(other.c.kb_id == kb_id, other.c.chunk_id == REPLY.c.chunk_id, other.c.applied))
    statement = (
        sa.select(REPLY)
        .distinct(REPLY.c.chunk_id)
        .where(*wanted)
        .order_by(REPLY.c.chunk_id, REPLY.c.made_at.desc())
        .limit(limit)
    )
    return [_reply_of(row) for row in session.execute(statement)]


def mark_applied(session: Session, kb_id: int, reply: ModelReply, applied: Applied) -> None:
    """Note that the facts of a chunk now follow from ``reply``, and from no other answer."""
    session.execute(
        sa.update(REPLY)
        .where(REPLY.c.kb_id == kb_id, REPLY.c.chunk_id == reply.chunk_id)
        .values(applied=sa.and_(REPLY.c.prompt == reply.prompt, REPLY.c.model == reply.model))
    )
    session.execute(
        sa.update(REPLY)
        .where(REPLY.c.kb_id == kb_id, REPLY.c.chunk_id == reply.chunk_id, REPLY.c.applied)
        .values(added=applied.added, confirmed=applied.confirmed, refused=applied.refused)
    )


def unapply(session: Session, kb_id: int, chunk_ids: Collection[str]) -> None:
    """Note that the answers about these chunks must be held against the rules' facts anew."""
    session.execute(
        sa.update(REPLY).where(REPLY.c.kb_id == kb_id, REPLY.c.chunk_id.in_(list(chunk_ids))).values(applied=False)
    )


def forget(session: Session, kb_id: int, replies: Sequence[ModelReply]) -> None:
    """Drop answers to what is no longer what would be shown."""
    for reply in replies:
        session.execute(
            sa.delete(REPLY).where(
                REPLY.c.kb_id == kb_id,
                REPLY.c.chunk_id == reply.chunk_id,
                REPLY.c.prompt == reply.prompt,
                REPLY.c.model == reply.model,
            )
        )


def work_of(session: Session, kb_id: int, document_ids: Collection[str]) -> dict[str, ModelWork]:
    """Return what models did for these documents, by document; those no model was asked about are left out.

    Tokens are those of all models, facts of the answers that were applied. A chunk counts as failed when its latest
    answer is a failed one.
    """
    latest = (
        sa.select(REPLY, CHUNK.c.document_id)
        .join(CHUNK, sa.and_(CHUNK.c.kb_id == REPLY.c.kb_id, CHUNK.c.id == REPLY.c.chunk_id))
        .where(REPLY.c.kb_id == kb_id, CHUNK.c.kb_id == kb_id, CHUNK.c.document_id.in_(list(document_ids)))
        .add_columns(
            sa.func.row_number().over(partition_by=REPLY.c.chunk_id, order_by=REPLY.c.made_at.desc()).label("place")
        )
        .subquery()
    )
    c = latest.c
    applied = [sa.func.coalesce(sa.func.sum(c[n]).filter(c.applied), 0) for n in ("added", "confirmed", "refused")]
    statement = sa.select(
        c.document_id,
        sa.func.count().filter(c.place == 1, c.state == "read"),
        sa.func.count().filter(c.place == 1, c.state == "failed"),
        *applied,
        sa.func.sum(c.prompt_tokens),
        sa.func.sum(c.completion_tokens),
        sa.func.bool_or(c.estimated),
    ).group_by(c.document_id)
    return {row[0]: _work_of(*row[1:]) for row in session.execute(statement)}


def _work_of(*counts: Any) -> ModelWork:
    read, failed, added, confirmed, refused, asked, answered = map(int, counts[:-1])
    return ModelWork(read, failed, added, confirmed, refused, asked, answered, estimated=bool(counts[-1]))


def _reply_of(row: AnyRow) -> ModelReply:
    values = {name: row._mapping[name] for name in _VALUES}
    return ModelReply(**{**values, "entries": tuple(row.entries)})
