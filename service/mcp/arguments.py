"""What the tools take: types with bounds, described for the model that fills them in."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from core.filter import Filter
from retrieval.conversation import LONGEST_TURN, MOST_TURNS, Turn
from retrieval.retriever import LONGEST_QUESTION, MOST_RESULTS
from service.filtering import MOST_VALUES, Limits, filter_of

_Words = Annotated[str, Field(min_length=1, max_length=500)]
_Several = Annotated[list[_Words], Field(max_length=MOST_VALUES)]

KbName = Annotated[
    str,
    Field(min_length=1, max_length=200, description="知识库名 Name of the knowledge base; see knowledge_bases."),
]
Question = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_QUESTION,
        description="完整的问题，中文或英文 The question in full, Chinese or English.",
    ),
]
Most = Annotated[int, Field(ge=1, le=MOST_RESULTS, description="最多几段 At most this many passages.")]
Names = Annotated[_Several, Field(description="名称或别名，任一即可 Names or aliases; one of them is enough.")]


class EarlierTurn(BaseModel):
    """An earlier question of the conversation."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_TURN)]
    answer: Annotated[str, Field(max_length=LONGEST_TURN)] = ""

    def turn(self) -> Turn:
        """Return it as the pipeline takes it."""
        return Turn(self.question, self.answer)


History = Annotated[
    list[EarlierTurn],
    Field(
        max_length=MOST_TURNS, description="先前的问答，供补全“那B呢？” Earlier turns, for follow-ups; first one first."
    ),
]


class Filtering(BaseModel):
    """What is searched, all conditions together; of several values one is enough."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    documents: Annotated[_Several | None, Field(description="文档名或编号 File names or ids.")] = None
    category: _Several = []
    product_line: _Several = []
    tags: _Several = []
    fields: Annotated[
        dict[str, _Several], Field(max_length=50, description="其他字段 Any other field of documents or records.")
    ] = {}
    on: Annotated[date | None, Field(description="只查当日有效的 Only what is in force on this day.")] = None

    def only(self) -> Filter:
        """Return the filter they mean.

        Raises:
            InvalidInput: Errors of ``filter_of``.
        """
        named = (self.documents, self.category, self.product_line, self.tags)
        return filter_of(Limits(*named, fields=self.fields, on=self.on))
