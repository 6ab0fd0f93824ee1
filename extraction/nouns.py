"""Noun phrases next to a quantity: what a value is of, what a condition measures, what a rule is about."""

import re

from core.text.tagging import Tagged, tagged

# Words between a noun and its value: copulas, modals, bounds. They belong to neither.
_LINKS = re.compile(
    r"(?:一律|均|应当|应|必须|可以|可|须|需要|需|不得|不能|不|得|最长|最短|最高|最低|最多|最少|至少|至多|超过|低于|高于|少于|多于|"
    r"达到|达|为|是|限于|(?<![期年权时])限|按照|按|大约|约|总计|合计|共计|共|享受|享有|给予|支付|处以|(?<=[，,])处|并处|提供|收取|征收|"
    r"(?<!所)有|在|于|已|满|未|每|即|以上|以下|以内|以外|之内|内|的|：|:|，|,|、|；|;|\(|（|\)|）|\s|等于|不足|自|和|或者|或|与|及|以及|"
    r"其中|则|只|仅)+$"
)
_MODAL = re.compile(r"应当|可以|不得|必须|能够|需要")
_LEADING = re.compile(
    r"^(?:的|以内|之内|以上|以下|以外|内|外|左右|且|并|并且|和|与|或者|或|及|以及|，|,|。|；|;|、|：|:|\s|\)|）|（|\(|起|后|前|至|到)+"
)
_ENUMERATOR = re.compile(
    r"^\s*(?:[（(][一二三四五六七八九十百\d]+[)）]|\d+[.、)）]|[一二三四五六七八九十]+、|[-*+•·]\s|第[一二三四五六七八九十百千零\d]+条(?:之[一二三四五])?)\s*"
)
_STOP_FIRST = re.compile(
    r"^(?:但是|但|其中|另外|此外|同时|如果|如|若|对于|对(?!象)|凡|其(?![他余它])|该|在(?![职校])|因(?![工公])|由|经(?![济营理验办费销])|"
    r"按照|根据|依照|自(?![行动然])|从(?!业)|以|除|当(?!事)|为了|并|且)+"
)
_GIVING = re.compile(r"(?:享受|享有|给予|支付|领取|发给|增加|赔偿|处以|并处|处|收取|缴纳|交纳|休)$")
_GIVING_ANYWHERE = re.compile(r"(?:享受|享有|给予|支付|领取|发给|赔偿|收取|缴纳|交纳|征收)")
_GIVEN_FIRST = re.compile(r"^(?:收取|支付|享受|享有|给予|领取|发给|缴纳|交纳|征收|赠送|按)(?=[\u4e00-\u9fff]{2})")
_ADVERBS = re.compile(r"^(?:可以|应当|必须|有权|直接|依法|及时|书面|以书面形式|一并)+")
_SUPERLATIVE = re.compile(r"^(.{2,}?)的?(最[高低长短大小多少迟晚早].+)$")
_PREPOSITIONAL = re.compile(r"^(?:向|对|给|为|与|由|从|以)")
_NOUN_TAGS = ("n", "vn", "j", "l", "an", "eng", "x", "b", "i", "m", "q", "a")
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
    """Return the noun phrase that ends ``text`` once copulas, modals and bounds are cut off, or ``""``."""
    kept = _GIVEN_FIRST.sub("", _MODAL.split(_LINKS.sub("", text))[-1])
    if _PREPOSITIONAL.match(kept):
        return ""
    if len(kept) <= LONGEST_NAME // 2 and not re.search(r"[，,；;：:。]", kept):
        return clean_name(_STOP_FIRST.sub("", kept))
    last = re.split(r"[，,；;：:。]", kept)[-1]
    return clean_name(_owned(last) or _trailing_nouns(last))


def noun_after(text: str) -> str:
    """Return the phrase right after a value, up to the next punctuation, or ``""``."""
    kept = re.split(r"[，,；;：:。！？()（）]", _LEADING.sub("", text), maxsplit=1)[0]
    return clean_name(_action(_without_preposition(_ADVERBS.sub("", kept))))


def gives(text: str) -> bool:
    """Return whether ``text`` ends in a verb whose object follows the value (享受98天产假)."""
    return bool(_GIVING.search(text.rstrip()))


def topic(text: str) -> str:
    """Return the noun phrase a sentence opens with (职工, 家用汽车产品), or ``""``."""
    bare = _GIVEN_FIRST.sub("", _STOP_FIRST.sub("", strip_enumerator(text)))
    opening = re.split(r"[，,；;：:。]", bare, maxsplit=1)[0]
    picked: list[Tagged] = []
    stopped_by = ""
    pairs = tagged(opening[:30])
    for pair, following in zip(pairs, [*pairs[1:], None][: len(pairs)], strict=True):
        # 线上订单: a place word between nouns belongs to the name.
        if picked and pair.flag == "f" and following is not None and following.flag.startswith("n"):
            picked.append(pair)
            continue
        if not pair.flag.startswith(("n", "vn", "j", "b", "eng", "an")) or pair.word in _BAD_NAMES:
            stopped_by = pair.flag
            break
        picked.append(pair)
    # A verbal noun before a verb is what somebody does (女职工生育享受…), not who the rule is about.
    while stopped_by.startswith(("v", "f")) and len(picked) > 1 and picked[-1].flag.startswith("vn"):
        picked.pop()
    name = clean_name("".join(pair.word for pair in picked))
    return "" if name.endswith(("时", "后", "前", "期间")) else name


def split_owner(name: str) -> tuple[str, str]:
    """Split ``A的B`` into (A, B): whose attribute, and which. Without 的 the owner is empty."""
    superlative = _SUPERLATIVE.match(name)
    if superlative:
        return superlative.group(1), superlative.group(2)
    owner, found, owned = name.rpartition("的")
    if found and len(owned) >= 2 and len(owner) >= 2 and not _starts_with_verb(owner):
        return owner, owned
    return "", name


def object_of_giving(text: str) -> str:
    """Return what the last verb of giving in ``text`` gives (…支付一次性伤残补助金 → 一次性伤残补助金), or ``""``."""
    given = _GIVING_ANYWHERE.split(text)[-1] if _GIVING_ANYWHERE.search(text) else ""
    name = clean_name(given)
    return name if 2 <= len(name) <= LONGEST_NAME else ""


def clean_name(text: str) -> str:
    """Return ``text`` fit to be a name, or ``""`` when nothing is left of it."""
    kept = text.strip(" \t\n，,。；;：:、（）()《》“”\"'|*_-—~～>#\u3000")
    if kept.startswith("的"):
        kept = kept[1:]
    return "" if kept in _BAD_NAMES or kept.isdigit() else kept


def _starts_with_verb(text: str) -> bool:
    first = next(iter(tagged(text)))
    return first.flag.startswith("v") and not first.flag.startswith("vn")


def _action(text: str) -> str:
    """Return ``text``, or when it is too long for a name its last verb and what follows."""
    if len(text) <= LONGEST_NAME:
        return text
    verbs = [pair.word for pair in tagged(text) if pair.flag == "v" and len(pair.word) > 1]
    last = text[text.rindex(verbs[-1]) :] if verbs else text
    return last if 2 < len(last) <= LONGEST_NAME else text[:LONGEST_NAME]


def _without_preposition(text: str) -> str:
    """Return ``text`` without a leading prepositional phrase: 向消费者作出答复 → 作出答复."""
    if not _PREPOSITIONAL.match(text):
        return text
    for pair in tagged(text)[1:]:
        if pair.flag.startswith("v") and not pair.flag.startswith("vn"):
            return text[text.index(pair.word) :]
    return text


def _owned(text: str) -> str:
    """Return ``A的B`` whole when B is short, A cut to its nouns (…，电子普通发票的补开期限); else ``""``."""
    owner, _, owned = text.rpartition("的")
    if not 2 <= len(owned) <= LONGEST_NAME // 2 or not owner:
        return ""
    noun = owner if len(owner) <= LONGEST_NAME // 2 else _trailing_nouns(owner)
    return f"{noun}的{owned}" if noun else owned


def _trailing_nouns(text: str) -> str:
    picked: list[str] = []
    length = 0
    for pair in reversed(tagged(text[-40:])):
        linked = pair.word == "的" and picked
        if not (pair.flag.startswith(_NOUN_TAGS) or linked) or length + len(pair.word) > LONGEST_NAME:
            break
        picked.append(pair.word)
        length += len(pair.word)
    return "".join(reversed(picked))
