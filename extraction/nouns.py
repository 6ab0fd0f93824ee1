"""Names: what is left of a stretch of text once list markers, marks and copulas are off."""

import re

# Words between a noun and its value: copulas, modals, bounds. They belong to neither.
_LINKS = re.compile(
    r"(?:一律|均|应当|应|必须|可以|可|须|需要|需|不得|不能|不|得|最长|最短|最高|最低|最多|最少|至少|至多|超过|低于|高于|少于|多于|"
    r"达到|达|为|是|限于|(?<![期年权时])限|按照|按|大约|约|总计|合计|共计|共|享受|享有|给予|支付|处以|(?<=[，,])处|并处|提供|收取|征收|"
    r"(?<!所)有|在|于|已|满|未|每|即|以上|以下|以内|以外|之内|内|的|：|:|，|,|、|；|;|\(|（|\)|）|\s|等于|不足|自|和|或者|或|与|及|以及|"
    r"其中|则|只|仅)+$"
)
_ENUMERATOR = re.compile(
    r"^\s*(?:[（(][一二三四五六七八九十百\d]+[)）]|\d+[.、)）]|[一二三四五六七八九十]+、|[-*+•·]\s|第[一二三四五六七八九十百千零\d]+条(?:之[一二三四五])?)\s*"
)
_STOP_FIRST = re.compile(
    r"^(?:但是|但|其中|另外|此外|同时|如果|如|若|对于|对(?!象)|凡|其(?![他余它])|该|在(?![职校])|因(?![工公])|由|经(?![济营理验办费销])|"
    r"按照|根据|依照|自(?![行动然])|从(?!业)|以|除|当(?!事)|为了|并|且)+"
)
_BAD_NAMES = frozenset(
    "每次 每年 每月 每人 每日 每天 延长至 延长 不低于 不超过 之日起 的 其 该 本 之 者 一 等 下列 以下 上述".split()
) | {""}
LONGEST_NAME = 20


def strip_enumerator(text: str) -> str:
    """Return ``text`` without a leading list marker or article number."""
    return _ENUMERATOR.sub("", text)


def enumerator_length(text: str) -> int:
    """Return how many characters of ``text`` are a leading list marker or article number."""
    match = _ENUMERATOR.match(text)
    return match.end() if match else 0


def noun_before(text: str) -> str:
    """Return the short noun phrase that ends ``text`` once copulas, modals and bounds are cut off, or ``""``."""
    kept = re.split(r"[，,；;：:。]", _LINKS.sub("", text))[-1]
    return clean_name(_STOP_FIRST.sub("", kept)) if len(kept) <= LONGEST_NAME else ""


def clean_name(text: str) -> str:
    """Return ``text`` fit to be a name, or ``""`` when nothing is left of it."""
    kept = text.strip(" \t\n，,。；;：:、（）()《》“”\"'|*_-—~～>#\u3000")
    if kept.startswith("的"):
        kept = kept[1:]
    return "" if kept in _BAD_NAMES or kept.isdigit() else kept
