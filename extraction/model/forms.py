"""What a model must answer with: facts, or questions with answers."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints, field_validator

from core.llm.form import Entry, Form

_Words = Annotated[str, StringConstraints(min_length=1)]


class FactEntry(Entry):
    """One fact as a model states it; nothing in it is believed before it is found in the text."""

    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("主体", "对象", "实体", "主语", "entity"), "subject"),
        **dict.fromkeys(("属性", "指标", "字段", "property", "predicate", "field", "key"), "attribute"),
        **dict.fromkeys(("值", "取值", "数值", "属性值"), "value"),
        **dict.fromkeys(("单位",), "unit"),
        **dict.fromkeys(("条件", "前提", "适用条件", "conditions", "when"), "condition"),
        **dict.fromkeys(("原文", "引文", "引用", "出处", "依据", "evidence", "source", "sentence", "text"), "quote"),
        **dict.fromkeys(("片段", "片段编号", "chunk_id", "chunk id"), "chunk"),
    }

    chunk: str = Field(default="", description="Number of the piece the fact stands in.")
    subject: _Words
    attribute: _Words
    value: _Words = Field(description="Copied from the quote.")
    unit: str = ""
    condition: tuple[str, ...] = ()
    quote: _Words = Field(description="Copied from the text.")

    @field_validator("condition", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        if isinstance(value, str):
            return (value,) if value.strip() else ()
        return tuple(value) if isinstance(value, list) else value


class FactForm(Form):
    """All facts of a batch."""

    holder: ClassVar[str] = "facts"
    holders: ClassVar[frozenset[str]] = frozenset(
        {"事实", "data", "items", "results", "result", "结果", "fact", "list"}
    )
    entry: ClassVar[type[Entry]] = FactEntry

    facts: tuple[FactEntry, ...]


class RecordEntry(Entry):
    """One question with its answer as a model states it."""

    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("问题", "问", "q", "title"), "question"),
        **dict.fromkeys(("答案", "回答", "答", "a"), "answer"),
        **dict.fromkeys(("分类", "类别"), "category"),
        **dict.fromkeys(("关键词", "关键字", "tags", "keyword"), "keywords"),
        **dict.fromkeys(("片段", "片段编号", "chunk_id", "chunk id"), "chunk"),
    }

    chunk: str = Field(default="", description="Number of the piece that answers.")
    question: _Words
    answer: _Words = Field(description="Whole sentences copied from the text.")
    category: _Words
    keywords: Annotated[tuple[_Words, ...], Field(min_length=3, max_length=5)]


class RecordForm(Form):
    """All questions a batch answers."""

    holder: ClassVar[str] = "records"
    holders: ClassVar[frozenset[str]] = frozenset({"条目", "问答", "faq", "faqs", "data", "items", "results", "qa"})
    entry: ClassVar[type[Entry]] = RecordEntry

    records: tuple[RecordEntry, ...]
