"""Who a sentence is about: the noun phrase before its first predicate."""

import re

from core.text.tagging import tagged
from extraction.nouns import clean_name

_PREDICATE = re.compile(
    r"应当|提前|认为|通过(?!率)|与(?=[^，]{1,8}有)|向(?!导)|应(?=[在于将按依提予])|必须|可以|可(?=[以凭向在])|不得|有权|须(?!知)|需要|需(?=[在向提])|能够|有下列|有前款|有本|有(?=[^效期关限机偿毒害线])|未|"
    r"违反|擅自|非法|拒不|拒绝|没有|不(?!动产|锈|良)|在(?![职校编线岗])|因(?![工公])|依照|依据|根据|按照|将|以(?![上下内外旧])|从事|利用|"
    r"对(?![外象])|经(?![营济理办费销常])|发现|收到|接到|明知|确有|确需|确因|采用|采取|提供(?!者|人|商|方|单位|机构)|受理|发生|申请(?!人|材料|书|表|费)|"
    r"自(?![然行动治驾贸由])|为(?!限)|是(?!否)|享受|享有|支持(?=\d)|支付(?!机构|方|人|服务)|领取|办理|累计|连续|到期|逾期|给予|使用(?!期|权|年|费|者|人|单位|说明)|出现|造成|侵犯|"
    r"实行|实施|存在|进入|运输(?=[^企工]{3,})|携带|生产(?=、|经(?!营者|营单位|营企业))|销售(?=[^者商])|制作|伪造|编造|虚构|违法(?!所|行|经)|提出|要求(?=[^的])|被(?![保申许执处告])|把|按(?![照揭时期])|与(?=[^，]{2,}签订)|"
    r"的(?:商品|货物)?(?:出现|发生)|怀孕|生育(?!津|保|假)|停止|终止|故意|隐瞒|阻碍|阻挠|扰乱|满(?=\d)|超过|支持"
)
_NOT_ACTORS = re.compile(
    r"^(?:前款|前项|依法|办理|本法|本条例|本办法|本规定|该|此|其|上述|下列|以下|情节|后果|数额|金额|违法|逾期|有关|造成|但是?|其中|并|且|或者?|和|由|在|对|向|"
    r"按|从(?!事)|自|因|经(?!营|办|销|济)|以|为|如|若|凡|每|同一?|第|特殊|必要|除|任何|当事$|不|未|无|责令|没收|吊销|法律|处|可|应|尚|还|单笔$|单次$|实付$|款项|包裹|适用|减按|生活|本金|税款|工资)|"
    r"(?:情况|情形|之一|规定|行为|条件|方式|时|后|前|期间|内|中|上|以下|以上|之日起|原因|要求|问题|部分|日期|期限|金额|或者?|和|及|并|且|与)$"
)
_TARGET = re.compile(r"对(?:其)?([^，,；;。]{2,24}?)(?:(?:并|可以?|单)*[处给予])")
_MODAL = re.compile(r"应当|必须|可以|不得|有权|应(?=[在于])")
_PERSONS = re.compile(
    r"(?:人|者|方|员|户|商|企业|单位|机构|部门|机关|组织|公司|学校|院|局|会|主|社|职工|公民|学生|顾客|会员|农民工|法人|专家|医师|教师|代表|中心|仓库|客服|门店|银行|法院|委员会|政府|国家|站|店)$"
)
_PEOPLE = re.compile(r"(?:人|者|方|员|户|商|企业|单位|机构|部门|机关|组织|公司|学校|职工|公民|学生|顾客|会员|专家)$")
_MEASURED = re.compile(
    r"(?:期|期限|期间|时间|金额|费|费用|率|比例|标准|工资|报酬|假|天数|年限|距离|价格|价款|车速|速度|人数|次数|数额|额|补助金|津贴|长度|宽度|高度|间距|重量|吨位|排量|资本|保证金|定金|押金|能见度|级)$"
)
_TRANSITIVE = re.compile(
    r"返还|退还|告知|通知(?!人)|提交|禁止|支付|补正|参加|赔偿|要求|允许|委托(?!人|方)|责令|组织(?=[^者])|召集|提醒|征求|听取|协助"
)
LONGEST_ACTOR = 18


def actor(text: str) -> str:
    """Return the noun phrase that ``text`` opens with, up to its predicate, or ``""``."""
    opening = re.sub(r"^(?:但是?|其中|同时|此外|另外|如果|对于|凡是?)[，,]?", "", text.strip("，,：:；;。 "))
    modal = _MODAL.search(opening[:60], 2)
    who = as_actor(opening[: modal.start()]) if modal else ""
    if who:
        return _holder(who)
    if _PREDICATE.match(opening) and not opening.startswith(("经营", "从事", "提供", "申请", "使用", "发生")):
        return ""
    end = _predicate_start(opening[:60])
    return _holder(as_actor(opening[:end])) if end else ""


def as_actor(phrase: str) -> str:
    """Return ``phrase`` when it names somebody or something, without what narrows it when that is too long."""
    name = clean_name(
        re.sub(r"(?:还|也|均|都|即|就|仍|则|应|至少|一般|通常|原则上)+$", "", phrase.strip().removeprefix("有关"))
    )
    if not name or re.search(r"[，,；;。：:《》]|期间", name):
        return ""
    body = _PERSONS.search(name)
    if len(name) > LONGEST_ACTOR or name.count("、") > 2:
        name = name if body and len(name) <= 32 and "的" not in name else clean_name(name.rpartition("的")[2])
    if (
        not 2 <= len(name) <= 32
        or _NOT_ACTORS.search(name)
        or re.search(r"\d日|[满仍]|无人|应当|不得|必须|可以|超[出过]", name)
    ):
        return ""
    return name if _is_noun_phrase(name) else ""


def punished(text: str) -> str:
    """Return who a penalty is for: 对法人和其他组织用户…处 → 法人和其他组织用户, or ``""``."""
    targets = _TARGET.findall(text)
    return as_actor(targets[-1].split("由")[0].removeprefix("该")) if targets else ""


def can_be_punished(name: str) -> bool:
    """Return whether ``name`` is somebody: a person, a body, an enterprise; 事故 and 设计文件 are not."""
    return bool(_PERSONS.search(name)) or name.endswith(("个人", "景区", "企业", "网站", "平台", "成员"))


def _predicate_start(opening: str) -> int:
    """Return where the first predicate of ``opening`` starts at a word, 0 for nowhere."""
    starts, at = set(), 0
    verb = 0
    for pair in tagged(opening):
        starts.add(at)
        if (
            pair.flag == "v"
            and not verb
            and _PEOPLE.search(opening[:at])
            and opening[at + len(pair.word) :][:1] != "的"
        ):
            verb = at
        at += len(pair.word)
    match = next((m for m in _PREDICATE.finditer(opening, 2) if m.start() in starts), None)
    return match.start() if match else verb


def _holder(name: str) -> str:
    """Return whose measure is spoken of: 左侧车道的最低车速 → 左侧车道; a measure alone is nobody."""
    if not _MEASURED.search(name):
        return name
    owner = name.rpartition("的")[0]
    return owner if owner and not _MEASURED.search(owner) and _is_noun_phrase(owner) else ""


def _is_noun_phrase(name: str) -> bool:
    return all(map(_is_noun, re.split(r"或者|以及|[、和及或]", name) if "的" not in name else [name]))


def _is_noun(name: str) -> bool:
    if not name:
        return False
    pairs = tagged(name)
    last = pairs[-1].flag
    if len(pairs) == 1 and last.startswith("v"):
        return False
    if not last.startswith(("n", "vn", "j", "eng", "x", "l", "i", "b")) and not name.endswith(tuple("者人方员户")):
        return False
    verb_first = pairs[0].flag == "v" and "的" not in name and len(pairs) > 1
    return not verb_first or (bool(_PERSONS.search(name)) and len(name) <= 8 and not _TRANSITIVE.match(name))
