"""What a model must answer with: each question by its id, in other words."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, StringConstraints

from core.llm import Entry, Form

_Words = Annotated[str, StringConstraints(min_length=1)]


class RewritingEntry(Entry):
    """One question as a customer would type it; nothing in it is believed before it is checked."""

    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("编号", "序号", "key"), "id"),
        **dict.fromkeys(("问题", "改写", "rewritten", "rewriting", "text", "q"), "question"),
    }

    id: _Words = Field(description="The id of the question.")
    question: _Words = Field(description="The question in other words.")


class RewritingForm(Form):
    """All questions of a batch."""

    holder: ClassVar[str] = "questions"
    holders: ClassVar[frozenset[str]] = frozenset({"问题", "data", "items", "results", "list", "rewritings"})
    entry: ClassVar[type[Entry]] = RewritingEntry

    questions: tuple[RewritingEntry, ...]
