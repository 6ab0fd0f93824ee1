"""What a key may be good for. The scopes are side by side: none holds another.

- ``read``: search, ask, list and show, and say what one thought of an answer
- ``write``: load and delete documents, change the vocabulary
- ``review``: decide on facts and conflicts
- ``admin``: keys, limits, the trail, and knowledge bases as a whole
"""

from collections.abc import Iterable
from typing import Literal, get_args

from core.errors import InvalidInput, NotAllowed

Scope = Literal["read", "write", "review", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


def checked_scopes(names: Iterable[str]) -> tuple[Scope, ...]:
    """Return ``names`` as scopes, each once and in their order.

    Raises:
        InvalidInput: None is named, or one is no scope.
    """
    wanted = set(names)
    unknown = sorted(wanted - set(SCOPES))
    if unknown or not wanted:
        said = f"{unknown[0]!r} is no scope" if unknown else "a key needs a scope"
        raise InvalidInput(said, place="scopes", advice=f"name one or more of {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in wanted)


def require(scope: Scope, held: Iterable[str]) -> None:
    """Refuse whoever does not hold ``scope``.

    Raises:
        NotAllowed: It is not among ``held``; the message names it.
    """
    if scope not in held:
        raise NotAllowed(
            f"this key may not do that: it lacks the scope {scope}",
            place="scope",
            advice=f"use a key with the scope {scope}",
        )
