"""What each route asks of a key. Every handler names one of these as its ``opt``; a test finds one that does not."""

from typing import Any

READ: dict[str, Any] = {"scope": "read"}
# A question costs more than a look, and has a limit of its own.
ASK: dict[str, Any] = {"scope": "read", "question": True}
# What is shown has a tag, by which it is asked for again or changed on condition.
TAGGED: dict[str, Any] = {**READ, "etag": True}
# Errors of these have a member that clients of chat completions read.
CHAT: dict[str, Any] = {**ASK, "chat": True}
MODELS: dict[str, Any] = {**READ, "chat": True}
WRITE: dict[str, Any] = {"scope": "write"}
REVIEW: dict[str, Any] = {"scope": "review"}
REVIEW_TAGGED: dict[str, Any] = {**REVIEW, "etag": True}
ADMIN: dict[str, Any] = {"scope": "admin"}
# The answer holds a secret, and is kept for nobody.
SECRET: dict[str, Any] = {**ADMIN, "secret": True}
# Nothing of any tenant is in the answer.
PUBLIC: dict[str, Any] = {"scope": None}
# As the OpenAPI document says it of such a route.
ANYONE: list[dict[str, list[str]]] = [{}]
