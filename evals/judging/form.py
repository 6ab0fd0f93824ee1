"""The structure a judgement must have: one entry for every statement, and one for the answer as a whole."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import Field, field_validator, model_validator

from core.llm import Entry, Form
from core.text import fold

WHOLE = "answer"
_WHOLES = frozenset({WHOLE, "the answer", "whole", "overall", "答案", "回答", "整体"})
_NUMBER = re.compile(r"\D*(\d+)\D*")
_YES = ("true", "yes", "1", "supported", "correct", "是", "对", "支持", "有依据", "成立", "正确")
_NO = (
    "false", "no", "0", "not supported", "unsupported", "incorrect",
    "否", "不是", "不对", "不支持", "无依据", "不成立", "错误", "不正确",
)  # fmt: skip
_SPOKEN = {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}


class VerdictEntry(Entry):
    """One verdict. ``about`` is the number of a statement, or ``answer``."""

    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("number", "statement", "编号", "对象", "陈述", "id"), "about"),
        **dict.fromkeys(("supported", "correct", "verdict", "value", "成立", "支持", "正确", "结论"), "holds"),
        **dict.fromkeys(("why", "explanation", "理由", "原因", "依据"), "reason"),
    }

    about: str = Field(description='The number of a statement, or "answer" for the answer as a whole.')
    holds: bool = Field(description="Of a statement: the passages support it. Of the answer: it is correct.")
    reason: str = Field(default="", description="One sentence.")

    @field_validator("about", mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if fold(value.strip()) in _WHOLES:
            return WHOLE
        number = _NUMBER.fullmatch(value)
        return str(int(number[1])) if number else value

    @field_validator("holds", mode="before")
    @classmethod
    def _spoken(cls, value: Any) -> Any:
        return _SPOKEN.get(fold(value.strip()), value) if isinstance(value, str) else value


class VerdictForm(Form):
    """A whole judgement. ``wanted`` is what there must be one verdict about, no more and no less."""

    holder: ClassVar[str] = "verdicts"
    holders: ClassVar[frozenset[str]] = frozenset({"verdict", "judgements", "judgments", "results", "结论", "评判"})
    entry: ClassVar[type[Entry]] = VerdictEntry
    wanted: ClassVar[tuple[str, ...]] = (WHOLE,)

    verdicts: tuple[VerdictEntry, ...]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """A judge that passes over a statement would raise the share of supported ones."""
        about = [verdict.about for verdict in self.verdicts]
        missing = [name for name in self.wanted if name not in about]
        strange = [name for name in about if name not in self.wanted]
        twice = {name for name in about if about.count(name) > 1}
        for names, what in ((missing, "no verdict about"), (strange, "there is no"), (twice, "several verdicts about")):
            if names:
                raise ValueError(f"{what} {', '.join(sorted(names))}")
        return self


def form_for(count: int) -> type[VerdictForm]:
    """Return the form of a judgement of an answer with ``count`` statements."""

    class Verdicts(VerdictForm):
        wanted: ClassVar[tuple[str, ...]] = (*(str(number) for number in range(1, count + 1)), WHOLE)

    return Verdicts
