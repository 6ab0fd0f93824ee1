"""Phrases next to a value: the noun it measures before it, the action or the thing given after it."""

import re

from core.text.tagging import tagged
from extraction.nouns import clean_name
from extraction.prose.actors import actor, as_actor

MEASURE = re.compile(
    r"(?:速|速度|期|期限|期间|时间|时长|时限|时效|有效期|额|金额|费|费用|率|比例|标准|金|工资|报酬|假|天数|日数|年限|年龄|距离|价|价格|价款|人数|"
    r"次数|数量|面积|长度|高度|宽度|厚度|重量|质量|津贴|补贴|补偿|罚款|折扣|积分|容量|温度|浓度|系数|倍率|限额|押金|定金|赔偿|刑|范围|尺寸|轨距|"
    r"功率|电压|续航|寿命|利息|上限|下限|总量|总数|人次|余额|份额|面值|里程|净空|间距|周期|频次|名额|档次|等级|分值|门槛|起点|评分|得分|券|"
    r"资本|收入|能量|亮度|像素|内存|分辨率|拘留|时段|日期)$"
)
GENERIC = re.compile(
    r"^(?:最[高低长短大小多少])?(?:期|期限|期间|时间|时长|金额|费用|比例|标准|数额|次数|天数|数量|价格|距离|面积|总额|限额|速度|工资|范围|人数|周期)$"
)
_LINKS = re.compile(
    r"(?:一律|均|都|各|分别|应当?|必须|可以|可|需要?|须|不得|不能|不|(?<!所)得|最长|最短|最高|最低|最多|最少|至少|至多|超过|低于|高于|少于|多于|等于|达到?|"
    r"[为是]|限于|(?<![期年权时上下])限|大约|约|总计|合计|共计|共|一般|通常|暂|原则上|只|仅|即|也|仍|还|能|就|要|有效|：|:|，|,|的|（|\(|\s|“|在|于)+$"
)
_MODAL = re.compile(r"应当|可以|不得|必须|能够|需要|有权|应(?=在|于|提|按)|须(?!知)")
_ADJUNCT = re.compile(
    r"^(?:其(?![他它余中])|该|其中|但是?|同时|另外|此外|且|并且?|每[^，]{1,6}?(?=[\u4e00-\u9fff]{2,}[期费金额率]$)|按(?=[\u4e00-\u9fff]{2,}额$)|(?:在|于|对|对于|按照?|根据|依照|经|由|因|从|自|以|向|与|同)[^的，]{2,}?"
    r"(?:之日起|起|中|内|上|下|时|后|前|期间|规定|方式|情况下))+"
)
_ADVERB = re.compile(
    r"^(?:应当?|可以?|必须|有权|直接|依法|及时|书面|一次性?(?=[^的])|完整|一并|如实|先行|主动|当场|即(?=[予给将])|再|仍|都|均|也|须|需|要(?!求)|能|自行|免费(?=.{2,})|并|且|予以|"
    r"统一|另行|依次|随时|无偿|首次|联合|同时|继续|方可|才能|可|将会|会|分别|逐级|尽快|正式)+"
)
_WAY = re.compile(
    r"^自[^，]{1,20}?起(?=[\u4e00-\u9fff])|^(?:(?:依据|依照|根据|按照?)[^，]{1,24}?(?:规定|要求|程序|标准))|^(?:(?:以|采用|采取|通过|凭|持|按(?:照)?)[^，的]{1,16}?(?:形式|方式|渠道|途径|程序|证件|凭证|规定|要求|标准))|^(?:在|于)[^，]{1,16}?(?:位置|场所|网站|媒体|平台|报纸|网站上|媒体上)上?"
)
_GIVE = re.compile(
    r"(?:享受|享有|给予|支付|领取|发给|发放|增加|赔偿|收取|加收|缴纳|交纳|缴存|补缴|休|奖励|补贴|补助|赠送|送|退还|返还|扣除|预留|提供|征收|附加|减除|减收|减免|存入|"
    r"保持|得|获得|享|含|配|赠|打|收|交|付|投保|处|并处|处以|判处|科处|给|支持|预付|再付|另付|需付)$"
)
_BODY = re.compile(r"部门|机关|机构|委员会|法院|政府|^的")
_COMPARED = re.compile(r"(?:超过|低于|少于|高于|多于|最[长短高低多少]|至少|至多)$")
_ACTS = re.compile(
    r"(?:投诉|举报|起诉|申诉|上诉|提起|反映|办理|提出|作出|(?<!检测)(?<!财务)(?<!验收)报告|支付|返还|退还|通知|告知|缴纳|备案|移交|送达|提交|出具|答复|公布|公告|申报|申请(?=[^人])|登记|缴存|报送|发放|寄出|寄回|交付|移送|签发|发给|汇缴)(?!机关|部门|机构|人|书|单)"
)
_ASIDE = re.compile(r"^(?:依照|依据|根据|按照?|凭|持)")
_SETTLED = re.compile(r"^(?!由|向|在|为|到|与).*(?:的$|无|未|没有)")
LONGEST_NAME = 24


def measure_before(text: str) -> tuple[str, str]:
    """Return owner and noun phrase that end ``text`` once copulas and bounds are off; ``("", "")`` for none.

    左侧车道的最低车速 → (左侧车道, 最低车速); 领取失业保险金的期限 → ("", 领取失业保险金的期限).
    """
    kept = re.split(r"[，,；;：:。！？（）()“”\n]", _MODAL.split(_LINKS.sub("", text))[-1])[-1]
    kept = clean_name(_ADJUNCT.sub("", kept))
    if not 1 < len(kept) <= 40 or re.match(r"^(?:的|之|者)", kept):
        return "", ""
    owner, found, owned = kept.rpartition("的")
    if not found:
        return _split_compound(kept)
    period = re.search(r"每[周日天月年]$", owner)
    if period:
        return as_actor(owner[: period.start()]), f"{period[0]}{owned}"
    if not 2 <= len(owned) <= LONGEST_NAME:
        return "", ""
    who = as_actor(owner)
    if who and MEASURE.search(who) and len(kept) <= LONGEST_NAME:
        return "", kept
    if who:
        return who, owned
    if len(kept) <= LONGEST_NAME and GENERIC.match(owned):
        return "", kept
    inner, name = _split_compound(owned)
    return (inner, name) if inner else ("", owned)


def linked(text: str) -> bool:
    """Return whether ``text`` ends in a copula or bound, so that what stands before it is what the value is of."""
    return bool(
        re.search(r"(?:[为是：:]|限于|不得|超过|低于|少于|高于|多于|最[长短高低多少]|至少|至多|达到?|约)\s*$", text)
    )


def action_after(text: str) -> str:
    """Return what is to be done, a verb and its object without manner and recipient, or ``""``.

    向消费者作出答复 → 作出答复; 返还消费者支付的商品价款 → 返还商品价款.
    """
    parts = [part for part in re.split(r"[，,]", re.split(r"[；;：:。！？（）()\n]", text)[0]) if part.strip()]
    later = 1 if text.lstrip("的 ").startswith(("，", ",")) else 0
    for number, part in enumerate(parts[:3], later):
        if part.rstrip().endswith("的") or part.startswith("但"):
            return ""
        done = part.removeprefix(actor(part)) if number else part
        action = "" if _ASIDE.match(part) else _action(done)
        if action or _SETTLED.match(part):
            return action
    return ""


def _action(part: str) -> str:
    kept = re.split(r"或者(?=[^，]*\d|[^，]*[一二三四五六七八九十]个)", part, maxsplit=1)[0].strip("的 ")
    for _ in range(4):
        shorter = _without_recipient(_WAY.sub("", _ADVERB.sub("", kept)) or kept)
        if shorter == kept:
            break
        kept = shorter
    kept = re.split(r"(?<=[\u4e00-\u9fff]{2})(?:并(?![处用列联行购]))", kept, maxsplit=1)[0]
    if not kept or kept.endswith(("的", "后", "时", "前")) or kept[0] in "或和及至以向由在为与从":
        return ""
    if re.search(r"\d|之一|[无未]|没有|[一二三四五六七八九十][日天个]", kept):
        return ""
    return _compressed(clean_name(kept))


def given_after(text: str) -> str:
    """Return what is given: 98天产假 → 产假, 半个月工资的经济补偿 → 经济补偿, or ``""``."""
    kept = re.split(
        r"[，,；;：:。！？（）()\n]", re.sub(r"^(?:以上|以下|以内|左右)?的?(?:其(?![他它余中]))?", "", text), maxsplit=1
    )[0]
    picked: list[str] = []
    for pair in tagged(kept[:24]):
        if not (
            pair.flag.startswith(("n", "vn", "j", "b", "eng", "an", "l", "a", "i")) or (pair.word == "的" and picked)
        ):
            if pair.flag.startswith("v") and not picked and len(kept) <= 8:
                picked.append(pair.word)
                continue
            break
        picked.append(pair.word)
    left = tagged(kept[len("".join(picked)) :])
    if len(left) == 1 and left[0].flag in {"v", "vn"} and len(kept) <= 8:
        return clean_name(kept)
    while picked and tagged(picked[-1])[-1].flag in {"a", "i", "l", "b", "ad"}:
        picked.pop()
    name = clean_name("".join(picked).rpartition("的")[2] or "".join(picked))
    if not picked and 2 <= len(kept) <= 8:
        name = clean_name(kept)
    rest = kept[len("".join(picked)) :] if picked else ""
    if rest.startswith(("后", "时", "前", "的", "中", "内", "以")):
        return ""
    return name if 2 <= len(name) <= 14 and not re.match(r"[\d一二三四五六七八九十百千万两]", name) else ""


def gives(text: str) -> bool:
    """Return whether ``text`` ends in a verb whose object follows the value (享受98天产假)."""
    return bool(
        _GIVE.search(re.sub(r"(?:不得|不|最[高多低少]|至少|超过|低于|少于|至多|以|人民币|共|约)+$", "", text.rstrip()))
    )


def object_given(text: str) -> str:
    """Return the noun between a verb of giving and its value (增加产假15天 → 产假, 缴纳保证金20万元 → 保证金)."""
    kept = _LINKS.sub("", text)[-24:]
    if _COMPARED.search(text):
        return ""
    starts = _word_starts(kept)
    for size in range(2, min(11, len(kept))):
        noun = kept[-size:]
        if len(kept) - size in starts and gives(kept[:-size]) and MEASURE.search(noun) and "的" not in noun:
            verb = kept[-size - 2 : -size] if GENERIC.match(noun) else ""
            return clean_name(f"{verb}{noun}")
    return ""


def _word_starts(text: str) -> set[int]:
    starts, at = set(), 0
    for pair in tagged(text):
        starts.add(at)
        at += len(pair.word)
    return starts


def _split_compound(kept: str) -> tuple[str, str]:
    """Split a long noun without 的 into owner and measure: 小型载客汽车最高车速 → (小型载客汽车, 最高车速)."""
    superlative = re.match(r"^(.{2,}?)(最[高低长短大小多少迟晚早].+)$", kept)
    if superlative:
        owner = as_actor(superlative.group(1))
        return ("", kept) if MEASURE.search(owner) else (owner, superlative.group(2))
    if len(kept) <= 10:
        return "", kept
    words = [pair.word for pair in tagged(kept)]
    size = 0
    while words and (size < 4):
        size += len(words.pop())
    owner = as_actor("".join(words))
    if owner:
        return owner, kept[-size:]
    trailing = _trailing_noun(kept)
    return ("", trailing) if 2 <= len(trailing) <= LONGEST_NAME else ("", kept[-size:])


def _trailing_noun(text: str) -> str:
    picked: list[str] = []
    for pair in reversed(tagged(text)):
        if (
            picked
            and not GENERIC.match("".join(reversed(picked)))
            and pair.flag in {"v", "p", "d", "u", "uj", "ul", "ad"}
        ):
            break
        picked.append(pair.word)
    return "".join(reversed(picked))


def _without_recipient(text: str) -> str:
    """Return ``text`` without a leading 向…, 为…, 由…: up to the verb that follows."""
    handled = re.match(r"^对.{2,60}?(?:进行|予以|实施)(?P<done>[\u4e00-\u9fff]{2,10})$", text)
    if handled:
        return handled["done"]
    made = re.match(r"^对.{2,60}?(?P<done>作出[\u4e00-\u9fff]{2,10})$", text)
    if made:
        return made["done"]
    if not re.match(r"^(?:向|为|与|由|在|到|从|对|给|同|会同|报(?=[^告送请名销]))", text):
        return text
    pairs = tagged(text)
    at = len(pairs[0].word)
    acts = _ACTS.search(text, 2)
    if acts and acts.start() in _word_starts(text):
        return text[acts.start() :]
    for pair in pairs[1:]:
        plain = pair.flag.startswith("v") and not pair.flag.startswith("vn")
        if plain and at >= 2 and len(pair.word) > 1 and not _BODY.search(text, at):
            return text[at:]
        at += len(pair.word)
    return text


def _compressed(text: str) -> str:
    """Return ``text`` short enough for a name: its verb, and its object without what narrows it."""
    if len(text) <= 20 or "的" not in text or text.startswith("不"):
        return text if 2 <= len(text) <= LONGEST_NAME else ""
    head = re.match(r"^将?[\u4e00-\u9fff]{2}", text)
    if _ACTS.search(text, 3) and not text.startswith("将"):
        return ""
    first = tagged(text)[0]
    verb = first.word if first.flag.startswith("v") else (head[0] if head else "")
    owned = text.rpartition("的")[2]
    short = f"{verb}{owned}" if verb and 2 <= len(owned) <= 12 and first.flag.startswith("v") else text
    return short if 2 <= len(short) <= LONGEST_NAME else ""
