"""Recognises paragraphs that warn the reader."""

import re

_OPENING = re.compile(
    r"^\s*(?:\*\*|__|[【\[(（⚠️❗️]*)\s*(?:注意事项|注意|警告|危险|提示|重要提示|特别提醒|温馨提示|提醒|小心"
    r"|note|notice|warning|caution|danger|important|tip)\s*(?:[:：!！】\])）]|\*\*|__)",
    re.IGNORECASE,
)
_ALERT = re.compile(r"^\s*\[!(?:note|tip|important|warning|caution)\]", re.IGNORECASE)


def is_notice(text: str) -> bool:
    """Return whether ``text`` opens as a notice does (``注意：``, ``【警告】``, ``Note:``, ``[!TIP]``)."""
    return bool(_OPENING.match(text) or _ALERT.match(text))
