"""The words around values in a composed answer, in the language of the question."""

import re
from collections.abc import Sequence

from core.answer import Source
from core.fact import Fact
from retrieval.scoping import words_of

_HAN = re.compile(r"[\u3400-\u9fff]")

REFUSAL = {
    "zh": "知识库中没有找到这个问题的答案。",
    "en": "The knowledge base does not hold an answer to this question.",
}
UNREACHED = {
    "zh": "在所限定的范围内没有可查的内容。",
    "en": "Nothing lies within the limits that were set.",
}
STRANGER = {
    "zh": "知识库中没有“{name}”。名称相近的有：{known}。",
    "en": "The knowledge base knows no “{name}”. It knows {known}.",
}
OTHER_CONDITIONS = {
    "zh": "没有找到与所问条件相符的规定。文档中写明的条件有：",
    "en": "No rule matches the condition asked about. The documents state these conditions:",
}
CHOICES = {
    "zh": "有几种情形，问题没有说明是哪一种：",
    "en": "There are several cases, and the question does not say which:",
}
MORE_CHOICES = {"zh": "……共{count}种情形，请说明是哪一种。", "en": "… {count} cases in all; please say which."}
CONFLICT = {"zh": "注意，文档之间不一致：", "en": "Note that documents disagree: "}
SOURCE = {"zh": "依据", "en": "Source"}
DIFFERENCE = {"zh": "相差", "en": "Difference: "}
COUNTED = {"zh": "共{count}项：", "en": "{count} in all:"}
MISSING_SIDE = {"zh": "没有找到：", "en": "Not found: "}
OUTDATED = {"zh": "（该版本已被新版本取代）", "en": " (this version has been superseded)"}


def language_of(text: str) -> str:
    """Return ``zh`` when ``text`` holds Chinese characters, else ``en``."""
    return "zh" if _HAN.search(text) else "en"


def place(source: Source, heading_path: Sequence[str], language: str) -> str:
    """Name a source as a person would: 《职工带薪年休假条例》第三条."""
    title = f"《{source.title}》" if language == "zh" else source.title
    inner = " ".join(part for part in heading_path[-2:] if part != source.title)
    note = OUTDATED[language] if source.superseded else ""
    return f"{title}{'' if language == 'zh' else ', '}{inner}{note}"


def stated(fact: Fact, *, with_name: bool = False) -> str:
    """Say a fact's value with its conditions and scope: 10天（累计工作已满10年不满20年的）, 15天（家电）."""
    texts = (condition.text for condition in fact.conditions if condition.text)
    conditions = "；".join(dict.fromkeys((*texts, *words_of(fact.scope))))
    name = f"{fact.subject} {fact.attribute}：" if with_name and fact.subject != fact.attribute else ""
    if with_name and not name:
        name = f"{fact.attribute}："
    return f"{name}{fact.value}" + (f"（{conditions}）" if conditions else "")
