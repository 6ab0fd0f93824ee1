"""The trail of what was done: noted where a change is made, in the transaction that makes it."""

from typing import Any, Literal

from service.access.identity import actor, request_id
from store import audit
from store.session import Session

Kind = Literal[
    "key",
    "limits",
    "knowledge base",
    "document",
    "term",
    "synonym",
    "words",
    "fact",
    "conflict",
    "eval run",
    "job",
    "question",
]


def note(session: Session, action: str, kind: Kind, target: str, /, **detail: Any) -> None:
    """Note that whoever acts has done ``action`` to ``target``.

    Args:
        session: The transaction of the change: if it fails, nothing was done and nothing is noted.
        action: A verb: ``create``, ``delete``, ``approve`` ….
        kind: What ``target`` is.
        target: Its id or name.
        detail: Ids, names, counts and settings; never text of a document or a question, never a secret.
    """
    audit.add(session, actor(), action, kind, target, detail, request_id())
