# ruff: noqa: E501 (tables and patterns read best unbroken)
"""Whether a written answer says that there is no answer."""

import re
from collections.abc import Sequence

from retrieval.written.citations import Statement

_PLACE = r"(?:文档|资料|知识库|材料|来源|片段|上下文|上述内容|提供的内容)(?:中|里|内|之中)?(?:都|均|也|并|暂)?"
_LACKS = r"(?:没有|未|无|不包含|不含|没)(?:找到|提到|提及|说明|涉及|写明|给出|包含|记载|规定|查到|这个问题|相关|任何|关于|答案)"
_REFUSAL = re.compile(
    rf"{_PLACE}[^，。；]{{0,20}}?{_LACKS}|(?:无法|不能)(?:根据|从|依据)[^。]{{0,20}}(?:回答|确定|得出|判断)|没有找到[^。]{{0,20}}(?:答案|信息|内容|规定)"
    r"|\b(?:documents?|sources?|material|context|passages?|knowledge base|text)s?\b[^.]{0,40}"
    r"\b(?:do(?:es)? not|don't|doesn't|did not|cannot|no)\b"
    r"|\b(?:not|isn't|aren't|no answer) (?:mentioned|stated|found|covered|specified|given|available)?\s*"
    r"(?:in|by|from) the (?:given |provided )?(?:documents?|sources?|material|context|passages?)"
    r"|\bI (?:cannot|can't|could not) (?:find|answer)",
    re.I,
)


def is_refusal(text: str, statements: Sequence[Statement]) -> bool:
    """Return whether nothing is left of the answer beside sentences that say there is none.

    Args:
        text: The answer with its citations in one form.
        statements: Its sentences.
    """
    if not statements:
        return False
    says_so = [bool(_REFUSAL.search(statement.text)) for statement in statements]
    if all(says_so):
        return True
    # 抱歉 before, or advice after, cites nothing: only a sentence with a source of its own is an answer.
    return any(says_so) and not re.search(r"\[\d{1,3}\]", text)
