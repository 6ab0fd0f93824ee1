"""Phrases of notices, price lists and questions: what each says, in its own words."""

from decimal import Decimal

import pytest

from core.quantity import find

# text | raw | interval in the unit as written | unit | dimension; several quantities stand on several lines.
TABLE = """
2、3天 | 2、3天 | [2, 3] | 天 | duration
大概2、3天能到 | 大概2、3天 | [2, 3] | 天 | duration
等了三、四个小时 | 三、四个小时 | [3, 4] | 小时 | duration
两三天 | 两三天 | [2, 3] | 天 | duration
十几天 | 十几天 | (10, 20) | 天 | duration
一个半月 | 一个半月 | [1.5, 1.5] | 个月 | duration
24小时内 | 24小时内 | [None, 24] | 小时 | duration
3-7个工作日 | 3-7个工作日 | [3, 7] | 个工作日 | business_days
within 7 working days | within 7 working days | [None, 7] | 个工作日 | business_days
at least 30 days | at least 30 days | [30, None] | 天 | duration
no more than 3 days | no more than 3 days | [None, 3] | 天 | duration
up to 5 GB | up to 5 GB | [None, 5] | GB | data
90 km/h | 90 km/h | [90, 90] | 公里/小时 | speed
18周岁以上 | 18周岁以上 | [18, None] | 岁 | age
每年检验1次 | 每年检验1次 | [1, 1] | 次/年 | rate.count/duration.year
每2年检验1次 | 每2年检验1次 | [0.5, 0.5] | 次/年 | rate.count/duration.year
每半年保养一次 | 每半年保养一次 | [2, 2] | 次/年 | rate.count/duration.year
至少每月巡检一次 | 至少每月巡检一次 | [1, None] | 次/月 | rate.count/duration.month
每年至少进行一次检测 | 每年至少进行一次 | [1, None] | 次/年 | rate.count/duration.year
每人每年限购3次 | 每人每年限购3次 | [3, 3] | 次/人/年 | rate.count/count.人/duration.year
每年一次和两次 | 每年一次 | [1, 1] | 次/年 | rate.count/duration.year
 | 两次 | [2, 2] | 次 | count
每月前3次免费 | 3次 | [3, 3] | 次 | count
 | 免费 | [0, 0] | 元 | money.CNY
每人每天50元 | 每人每天50元 | [50, 50] | 元/人/天 | rate.money.CNY/count.人/duration.day
不足500元的，为500元 | 不足500元 | [None, 500) | 元 | money.CNY
 | 500元 | [500, 500] | 元 | money.CNY
满200元减30元 | 满200元 | [200, None] | 元 | money.CNY
 | 30元 | [30, 30] | 元 | money.CNY
3万5千 | 3万5千 | [35000, 35000] | - | number
壹仟贰佰元整 | 壹仟贰佰元整 | [1200, 1200] | 元 | money.CNY
$1,200.50 | $1,200.50 | [1200.50, 1200.50] | 美元 | money.USD
三分之二以上 | 三分之二以上 | [0.6666666666666666666666666666666666666667, None] | - | number
1/3 | 1/3 | [0.3333333333333333333333333333333333333333, 0.3333333333333333333333333333333333333333] | - | number
千分之三 | 千分之三 | [3, 3] | ‰ | ratio
日万分之五 | 日万分之五 | [0.0005, 0.0005] | 1 | ratio
五折至八折 | 五折至八折 | [5, 8] | 折 | ratio
9.5折 | 9.5折 | [9.5, 9.5] | 折 | ratio
全场对折 | 对折 | [0.5, 0.5] | 1 | ratio
对折优惠 | 对折 | [0.5, 0.5] | 1 | ratio
七成 六 | 七成 六 | [7.6, 7.6] | 成 | ratio
50%-70% | 50%-70% | [50, 70] | % | ratio
2倍以上5倍以下 | 2倍以上5倍以下 | [2, 5] | 倍 | ratio
上午9点至下午5点30分 | 上午9点至下午5点30分 | [540, 1050] | 时刻 | time_of_day
9:00-18:00 | 9:00-18:00 | [540, 1080] | 时刻 | time_of_day
周一至周五 9:00-18:00 | 9:00-18:00 | [540, 1080] | 时刻 | time_of_day
2019年5月1日至2022年4月30日 | 2019年5月1日至2022年4月30日 | [737179, 738274] | 日期 | date
两千零五年八月五号 | 两千零五年八月五号 | [732162, 732162] | 日期 | date
97年7月1日 | 97年7月1日 | [729205, 729205] | 日期 | date
1519年7月13日 | 1519年7月13日 | [554630, 554630] | 日期 | date
公元163年建成 | 公元163年 | [59169, 59533] | 日期 | date
2008/08 | 2008/08 | [733254, 733284] | 日期 | date
5月1日 | 5月1日 | [122, 122] | 月日 | date
5月1日起 | 5月1日起 | [122, None] | 月日 | date
次年六月三十日前 | 六月三十日前 | [None, 182) | 月日 | date
三月一日至六月三十日内 | 三月一日至六月三十日 | [61, 182] | 月日 | date
5月1日至3日 | 5月1日至3日 | [122, 124] | 月日 | date
5月1-3日放假 | 5月1-3日 | [122, 124] | 月日 | date
10月1日至次年4月30日 | 10月1日至次年4月30日 | [275, 487] | 月日 | date
May 1 to October 7 | May 1 to October 7 | [122, 281] | 月日 | date
排名前三的门店 | 前三 | [1, 3] | 第 | ordinal
2^5 | 2^5 | [32, 32] | - | number
-2.5^-1 | -2.5^-1 | [-0.4, -0.4] | - | number
一加二 | 一 | [1, 1] | - | number
 | 二 | [2, 2] | - | number
十几万多亿 | 十几万多亿 | (10000000000000, 20000000000000) | - | number
"""
_ENDS = {"[": False, "(": True, "]": False, ")": True}


def _rows() -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    text = ""
    for line in TABLE.strip("\n").splitlines():
        first, *rest = (cell.strip() for cell in line.split("|"))
        text = first or text
        found.setdefault(text, []).append(rest)
    return found


def _end(word: str) -> Decimal | None:
    return None if word == "None" else Decimal(word)


@pytest.mark.parametrize(("text", "wanted"), _rows().items())
def test_says(text: str, wanted: list[list[str]]) -> None:
    found = find(text)
    assert [item.quantity.raw for item in found] == [row[0] for row in wanted]
    for item, (_, interval, unit, dimension) in zip(found, wanted, strict=True):
        quantity = item.quantity
        low, high = interval[1:-1].split(", ")
        assert (quantity.low, quantity.high) == (_end(low), _end(high))
        assert (quantity.low_open, quantity.high_open) == (_ENDS[interval[0]], _ENDS[interval[-1]])
        assert (quantity.unit or "-", quantity.dimension) == (unit, dimension)
        assert text[item.start : item.end] == quantity.raw


@pytest.mark.parametrize(
    ("text", "raws"),
    [
        ("第2、3天休息", ["第2", "3天"]),
        ("1、2天内发货", ["2天内"]),
        ("见表2、3天内完成", ["2", "3天内"]),
        ("2、3级伤残", ["3级"]),
        ("三百几十万人", []),
        ("请将纸对折后放入信封", []),
        ("2007/08赛季", []),
        ("2007/08年度的产量", []),
        ("2011/12上阵", ["2011", "12"]),
        ("6415/6416次列车", ["6415", "6416次"]),
        ("公元前221年", []),
        ("民国85年2月27日", ["85年", "2月27日"]),
        ("地址是一二七点零点零点一", []),
        ("一加12手机", ["12"]),
        ("他參加兩次會議", ["兩次"]),
        ("5月有31天", ["31天"]),
        ("13月5日", []),
        ("表一以上个人信息", []),
        ("May I help 5 people", ["5 people"]),
        ("no more than", []),
    ],
)
def test_says_nothing_else(text: str, raws: list[str]) -> None:
    assert [item.quantity.raw for item in find(text)] == raws
