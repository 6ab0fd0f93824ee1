# ruff: noqa: E501 (tables and patterns read best unbroken)
"""What a question asks for: the dimensions its answer may have, most specific first."""

import re
from collections.abc import Iterator

from core.quantity.finding import parse
from core.quantity.spelling import plain

_MANY = r"(?:多少|几|哪几|何)"
_N = rf"{_MANY}(?:个|来)?"
# Rows stand in order: the first that fits names the first dimension. Each may name several.
_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (rf"{_N}(?:工作日|营业日|交易日|工作天)|how many (?:working|business) ?days", ("business_days",)),
    (
        r"几点|几时|(?:营业|开放|上班|办公|服务|受理|开门|关门|下班|入园|入住|退房|发车|末班|首班)(?:的)?(?:时间|时段)(?!长)|什么时段|(?:开|关)门(?:是)?什么时候"
        r"|what time|opening hours|business hours|office hours|check-?(?:in|out) time",
        ("time_of_day",),
    ),
    (r"(?:工资|价款|收入|金额|总额|价格|成本|标准|货款|余额|资产)的(?:多少|几成)(?!钱|元|块|倍)", ("ratio", "money.CNY")),
    (
        rf"百分之{_MANY}|百分之多少|{_MANY}(?:成|个?百分点|折)|打几折|{_MANY}倍|多少倍|百分比|(?:比例|利率|费率|税率|年化|占比|概率|缴存率|折扣)(?!表)"
        r"|what (?:percent(?:age)?|rate|proportion|share)|interest rate|how many times (?:the|as)|多少%|几%",
        ("ratio",),
    ),
    (r"时速|车速|限速|速度|多快|开多少|最快能?开|跑多快|how fast|speed limit|what speed", ("speed",)),
    (
        r"多少钱|多少元|多少块|几块钱?|几元|几毛|多少万元?|多少美元|(?:费用|价格|票价|收费|房价|售价|单价|金额|工资|薪资|押金|定金|罚款|赔偿金|手续费|运费|邮费|租金|年费|月费"
        r"|保费|会费|学费|门票|人均|补贴|津贴|补助)(?:标准)?(?:是|要|为|收|有|大概|一般|大约|最[高低多少])*(?:(?:多少|几)(?!个|天|日|月|年|小时|%|倍|次|人)|怎么算|怎么收|如何|多高)"
        r"|(?:费用|价格|票价|收费标准|多贵|便宜)|怎么收费|如何收费|how much (?:does|do|is|are|will|would|did) .*(?:cost|charge|pay|fee|price)"
        r"|how much (?:money|is it|are they)|what(?:'s| is) the (?:price|fee|cost|fare)|how expensive|price of|cost of",
        ("money.CNY",),
    ),
    (r"[赔罚](?:偿|付|款)?多少(?!天|个|倍)", ("money.CNY", "ratio")),
    (
        rf"{_N}(?:个)?(?:小时|分钟|秒|钟头|月|年度|年(?!级)|周(?!岁)|星期|礼拜|季度)(?!份)|{_N}(?:天|日)(?!期|元|币)|多久|多长时间|多长期限|多少时间"
        r"|(?:时长|时限|期限|有效期|保质期|周期|工期|保修期|试用期)(?:是|有|为|最[长短])*(?:多久|多长|多少|几|怎么|如何)|(?:时长|时限|时效|期限|保质期)(?:是|呢|\?|$)"
        r"|how long|how many (?:days|hours|minutes|weeks|months|years|seconds)|how soon",
        ("duration",),
    ),
    (r"几岁|多大年[龄纪]|多少岁|几周岁|多少周岁|年龄|岁数|how old|what age|at what age", ("age",)),
    (rf"{_MANY}个?(?:平方米|平米|平方|亩|公顷)|面积|多大地方|how many square|what area|floor area", ("area",)),
    (rf"{_MANY}(?:公里|千米|厘米|毫米|英寸|海里|里路|米|寸)|多远|多高(?!薪)|多长(?!时间|期限)|多宽|多深|身高|距离|里程|车距|how (?:far|tall|wide|deep|high)|what distance|how many (?:kilomet|met|mile|inch)", ("length",)),
    (rf"{_MANY}(?:公斤|千克|克|斤|吨|磅)|多重|重量|净重|体重|how heavy|what weight|how many (?:kilo|gram|ton)", ("mass",)),
    (rf"{_MANY}(?:毫升|升|立方)|容积|排量|how many lit", ("volume",)),
    (rf"{_MANY}个?(?:GB|MB|TB|G|M)(?![a-z])|内存多大|多大内存|存储空间|存储容量|文件大小|附件大小|how many (?:gigabytes|megabytes)", ("data",)),
    (rf"{_MANY}(?:摄氏)?度(?!电)|多少度(?!电)|温度|气温|多热|多冷|what temperature|how (?:hot|cold)", ("temperature",)),
    (rf"{_MANY}度电|{_MANY}千瓦时|耗电量|用电量", ("energy",)),
    (rf"{_MANY}(?:千)?瓦|功率", ("power",)),
    (rf"{_MANY}毫安|电池容量|battery capacity", ("battery",)),
    (rf"{_MANY}像素|分辨率|resolution", ("pixels",)),
    (rf"{_MANY}(?:级|等奖|年级|星)|什么(?:级别|等级)|哪(?:个|一)?(?:级|等级)|星级|what (?:grade|level|class)", ("grade",)),
    (r"第几|排名多少|which place", ("ordinal",)),
    (
        r"什么时候|何时|哪天|哪一天|哪年|哪一年|哪月|几月|几号|几月几[日号]|什么日期|日期|哪个月|什么时间|when(?: does| do| did| is| are| was| will|$)|what date|which (?:day|year|month)",
        ("date",),
    ),
    (rf"{_MANY}(?:个|次|台|人|名|件|份|张|条|户|页|项|种|家|位|辆|套|批|期|间|层|座|盒|瓶|字|股|笔|篇|本|步|门)|多少(?:客户|用户|员工|职工|人员)|人数|次数|数量|how many", ("count",)),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), dimensions) for pattern, dimensions in _ROWS)
_ANY_UNIT = re.compile(rf"{_MANY}个?\s*([A-Za-z%℃°/]{{1,6}}|[\u4e00-\u9fff]{{1,3}})")
_QUICK = re.compile(
    r"[几多何哪什率例价费限速期间数量龄积离程重度级星低高]|怎么|how|what|when|which|price|cost", re.IGNORECASE
)
# A question for days may be answered in working days.
_DAYS = re.compile(r"[天日]|多久|多长时间|时效|时限|how long|how soon|days", re.IGNORECASE)
_OFTEN = re.compile(
    r"(?:多久|多长时间|几(?:年|个月|天|周)|每[年月周天日]|一[年周天]|一个月).{0,8}?(?:一次|几次|多少次)|频率|频次|how often",
    re.IGNORECASE,
)
_PERIODS = tuple(
    (re.compile(pattern), below)
    for pattern, below in (
        (r"(?:每个?|一个)月|月[租费付]|per month|monthly", "duration.month"),
        (r"[每一]年|年[租费付]|per year|yearly|annual", "duration.year"),
        (r"[每一][天日]|日租|per day|daily", "duration.day"),
        (r"[每一]个?小时|per hour|hourly", "duration.hour"),
        (r"(?:每个?|一个)人|人均|per person", "count.人"),
        (r"[每一]晚|per night", "count.晚"),
    )
)


def asked_dimensions(question: str) -> tuple[str, ...]:
    """Return the dimensions that ``question`` asks for, most specific first; empty when anything may answer.

    Args:
        question: A question in Chinese or English.
    """
    text = plain(question).text.strip()
    if not _QUICK.search(text):
        return ()
    found: list[str] = []
    for pattern, dimensions in _COMPILED:
        match = pattern.search(text)
        if match is None:
            continue
        found.extend(dimension for dimension in dimensions if dimension not in found)
        # What is named outright is not asked for a second time by the same words (几个工作日 holds 几个).
        text = text[: match.start()] + "\u0001" * (match.end() - match.start()) + text[match.end() :]
    found = found or list(_by_unit(question))
    if "duration" in found and _DAYS.search(question) and "business_days" not in found:
        found.insert(found.index("duration") + 1, "business_days")
    return (*found, *_rates(question, found))


def _rates(question: str, found: list[str]) -> Iterator[str]:
    """Yield what else may answer: how often by what is done per period, how much per month by a monthly price."""
    if _OFTEN.search(question):
        yield from (f"rate.count/duration.{period}" for period in ("year", "month", "week", "day"))
    if "money.CNY" in found:
        yield from (f"rate.money.CNY/{below}" for pattern, below in _PERIODS if pattern.search(question))


def _by_unit(question: str) -> tuple[str, ...]:
    """Return the dimension of the unit that follows 多少, whatever unit of the table it is (多少Wh, 多少赫兹)."""
    for match in _ANY_UNIT.finditer(question):
        for size in range(len(match.group(1)), 0, -1):
            quantity = parse(f"1{match.group(1)[:size]}")
            if quantity is not None and quantity.dimension not in {"number", "count"}:
                return (quantity.dimension,)
    return ()
