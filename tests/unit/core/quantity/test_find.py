"""Quantities in running text: what is found, with which value, unit and dimension."""

from decimal import Decimal

import pytest

from core.quantity import find, parse

# text | raw | low | high | unit | dimension | canonical low
TABLE = """
签了两年 | 两年 | 2 | 2 | 年 | duration | 730.485
干了四个月 | 四个月 | 4 | 4 | 个月 | duration | 121.7475
12个月 | 12个月 | 12 | 12 | 个月 | duration | 365.2425
半年 | 半年 | 0.5 | 0.5 | 年 | duration | 182.62125
半个月工资 | 半个月 | 0.5 | 0.5 | 个月 | duration | 15.2184375
一年半 | 一年半 | 1.5 | 1.5 | 年 | duration | 547.86375
一个半月 | 一个半月 | 1.5 | 1.5 | 个月 | duration | 45.6553125
两个半小时 | 两个半小时 | 2.5 | 2.5 | 小时 | duration | -
3年6个月 | 3年6个月 | 42 | 42 | 个月 | duration | 1278.34875
1小时30分 | 1小时30分 | 90 | 90 | 分钟 | duration | 0.0625
8天又二十个小时 | 8天又二十个小时 | 212 | 212 | 小时 | duration | -
24小时 | 24小时 | 24 | 24 | 小时 | duration | 1
两周 | 两周 | 2 | 2 | 周 | duration | 14
三个星期 | 三个星期 | 3 | 3 | 周 | duration | 21
30个自然日 | 30个自然日 | 30 | 30 | 天 | duration | 30
七日内 | 七日内 | None | 7 | 天 | duration | -
1个年度 | 1个年度 | 1 | 1 | 年 | duration | 365.2425
3-7天 | 3-7天 | 3 | 7 | 天 | duration | 3
3天到7天 | 3天到7天 | 3 | 7 | 天 | duration | 3
3至7个工作日 | 3至7个工作日 | 3 | 7 | 个工作日 | business_days | 3
三到七个工作日 | 三到七个工作日 | 3 | 7 | 个工作日 | business_days | 3
10个营业日 | 10个营业日 | 10 | 10 | 个工作日 | business_days | 10
3 to 7 business days | 3 to 7 business days | 3 | 7 | 个工作日 | business_days | 3
three to five working days | three to five working days | 3 | 5 | 个工作日 | business_days | 3
买的东西100块 | 100块 | 100 | 100 | 元 | money.CNY | 100
5万块 | 5万块 | 50000 | 50000 | 元 | money.CNY | 50000
三块五 | 三块五 | 3.5 | 3.5 | 元 | money.CNY | 3.5
五元三毛 | 五元三毛 | 5.3 | 5.3 | 元 | money.CNY | 5.3
50元6角三分 | 50元6角三分 | 50.63 | 50.63 | 元 | money.CNY | 50.63
五角 | 五角 | 5 | 5 | 角 | money.CNY | 0.5
1.5亿元 | 1.5亿元 | 150000000 | 150000000 | 元 | money.CNY | 150000000
3-5万元 | 3-5万元 | 30000 | 50000 | 元 | money.CNY | 30000
500元至1万元 | 500元至1万元 | 500 | 10000 | 元 | money.CNY | 500
¥1,299.00 | ¥1,299.00 | 1299 | 1299 | 元 | money.CNY | 1299
人民币 8千元 | 人民币 8千元 | 8000 | 8000 | 元 | money.CNY | 8000
RMB500 | RMB500 | 500 | 500 | 元 | money.CNY | 500
8亿元人民币 | 8亿元人民币 | 800000000 | 800000000 | 元 | money.CNY | 800000000
壹佰捌拾壹圆柒角 | 壹佰捌拾壹圆柒角 | 181.7 | 181.7 | 元 | money.CNY | 181.7
本服务免费 | 免费 | 0 | 0 | 元 | money.CNY | 0
不收费 | 不收费 | 0 | 0 | 元 | money.CNY | 0
$20 | $20 | 20 | 20 | 美元 | money.USD | 20
5 million dollars | 5 million dollars | 5000000 | 5000000 | 美元 | money.USD | 5000000
七八欧元 | 七八欧元 | 7 | 8 | 欧元 | money.EUR | 7
5306亿台币 | 5306亿台币 | 530600000000 | 530600000000 | 新台币 | money.TWD | 530600000000
日工资收入的300% | 300% | 300 | 300 | % | ratio | 3
百分之八十 | 百分之八十 | 80 | 80 | % | ratio | 0.8
百分之百 | 百分之百 | 100 | 100 | % | ratio | 1
百分之三十到四十一 | 百分之三十到四十一 | 30 | 41 | % | ratio | 0.3
负百分之十三 | 负百分之十三 | -13 | -13 | % | ratio | -0.13
千分之五 | 千分之五 | 5 | 5 | ‰ | ratio | 0.005
万分之五 | 万分之五 | 0.0005 | 0.0005 | 1 | ratio | 0.0005
5-20% | 5-20% | 5 | 20 | % | ratio | 0.05
0.5个百分点 | 0.5个百分点 | 0.5 | 0.5 | 百分点 | ratio | 0.005
8折 | 8折 | 8 | 8 | 折 | ratio | 0.8
85折 | 85折 | 8.5 | 8.5 | 折 | ratio | 0.85
八五折 | 八五折 | 8.5 | 8.5 | 折 | ratio | 0.85
十折 | 十折 | 10 | 10 | 折 | ratio | 1
七八折 | 七八折 | 7.8 | 7.8 | 折 | ratio | 0.78
三成 | 三成 | 3 | 3 | 成 | ratio | 0.3
三成半 | 三成半 | 3.5 | 3.5 | 成 | ratio | 0.35
三倍 | 三倍 | 3 | 3 | 倍 | ratio | 3
打对折 | 对折 | 0.5 | 0.5 | 1 | ratio | 0.5
50，000公里 | 50，000公里 | 50000 | 50000 | 公里 | length | 50000000
168cm | 168cm | 168 | 168 | 厘米 | length | 1.68
一米八 | 一米八 | 1.8 | 1.8 | 米 | length | 1.8
6.5英寸 | 6.5英寸 | 6.5 | 6.5 | 英寸 | length | 0.1651
25㎡ | 25㎡ | 25 | 25 | 平方米 | area | 25
387万亩 | 387万亩 | 3870000 | 3870000 | 亩 | area | 2580000000
500ml | 500ml | 500 | 500 | 毫升 | volume | 0.0005
三斤半 | 三斤半 | 3.5 | 3.5 | 斤 | mass | 1.75
三千克 | 三千克 | 3 | 3 | 公斤 | mass | 3
二两 | 二两 | 2 | 2 | 两 | mass | 0.1
2.4微克 | 2.4微克 | 2.4 | 2.4 | 微克 | mass | 0.0000000024
16GB | 16GB | 16 | 16 | GB | data | 17179869184
五十兆字节 | 五十兆字节 | 50 | 50 | MB | data | 52428800
39°C | 39°C | 39 | 39 | ℃ | temperature | 39
98.6℉ | 98.6℉ | 98.6 | 98.6 | ℉ | temperature | 37
华氏温度100度 | 华氏温度100度 | 100 | 100 | ℉ | temperature | -
零下5度 | 零下5度 | -5 | -5 | ℃ | temperature | -5
-10～40℃ | -10～40℃ | -10 | 40 | ℃ | temperature | -10
25±2℃ | 25±2℃ | 23 | 27 | ℃ | temperature | 23
每月用电5度 | 5度 | 5 | 5 | 千瓦时 | energy | 5
每小时80公里 | 每小时80公里 | 80 | 80 | 公里/小时 | speed | 80
80公里/小时 | 80公里/小时 | 80 | 80 | 公里/小时 | speed | 80
80km/h | 80km/h | 80 | 80 | 公里/小时 | speed | 80
时速120公里 | 时速120公里 | 120 | 120 | 公里/小时 | speed | 120
10米/秒 | 10米/秒 | 10 | 10 | 米/秒 | speed | 36
300米每分钟 | 300米每分钟 | 300 | 300 | 米/分钟 | speed | 18
30元/月 | 30元/月 | 30 | 30 | 元/月 | rate.money.CNY/duration.month | 30
每年3次 | 每年3次 | 3 | 3 | 次/年 | rate.count/duration.year | 3
每2年1次 | 每2年1次 | 0.5 | 0.5 | 次/年 | rate.count/duration.year | 0.5
每人每天50元 | 每人每天50元 | 50 | 50 | 元/人/天 | rate.money.CNY/count.人/duration.day | 50
每吨3元 | 每吨3元 | 3 | 3 | 元/吨 | rate.money.CNY/mass.t | 3
0.5元/度 | 0.5元/度 | 0.5 | 0.5 | 元/千瓦时 | rate.money.CNY/energy.kWh | 0.5
$20 per month | $20 per month | 20 | 20 | 美元/月 | rate.money.USD/duration.month | 20
十八周岁 | 十八周岁 | 18 | 18 | 岁 | age | 18
宝宝十个月大 | 十个月大 | 10 | 10 | 个月大 | age | -
45W | 45W | 45 | 45 | 瓦 | power | 45
3.2GHz | 3.2GHz | 3.2 | 3.2 | 吉赫 | frequency | 3200000000
5000mAh | 5000mAh | 5000 | 5000 | 毫安时 | battery | 5000
4800万像素 | 4800万像素 | 48000000 | 48000000 | 像素 | pixels | 48000000
三级伤残 | 三级 | 3 | 3 | 级 | grade | 3
一级伤残至四级伤残 | 一级伤残至四级 | 1 | 4 | 级 | grade | 1
五星级酒店 | 五星级 | 5 | 5 | 星 | grade | 5
一等奖 | 一等 | 1 | 1 | 等 | grade | 1
第三 | 第三 | 3 | 3 | 第 | ordinal | 3
第250名 | 第250 | 250 | 250 | 第 | ordinal | 250
检验2次 | 2次 | 2 | 2 | 次 | count | 2
15位股东 | 15位 | 15 | 15 | 人 | count | 15
三辆车 | 三辆 | 3 | 3 | 辆 | count | 3
在20和30之间 | 20和30之间 | 20 | 30 | - | number | 20
共120 | 120 | 120 | 120 | - | number | 120
答案是五 | 五 | 5 | 5 | - | number | 5
三分之二 | 三分之二 | - | - | - | number | -
"""


def _rows() -> list[tuple[str, ...]]:
    return [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


def _same(value: Decimal | None, cell: str) -> bool:
    return cell == "-" or value == (None if cell == "None" else Decimal(cell))


@pytest.mark.parametrize(("text", "raw", "low", "high", "unit", "dimension", "canonical"), _rows())
def test_finds(text: str, raw: str, low: str, high: str, unit: str, dimension: str, canonical: str) -> None:
    found = find(text)
    assert [item.quantity.raw for item in found] == [raw]
    quantity = found[0].quantity
    assert _same(quantity.low, low) and _same(quantity.high, high)
    assert unit in ("-", quantity.unit)
    assert quantity.dimension == dimension
    assert _same(quantity.canonical_low, canonical)
    assert text[found[0].start : found[0].end] == raw


@pytest.mark.parametrize(
    ("text", "raws"),
    [
        ("工作满12年的职工一年有几天年休假？", ["满12年", "一年"]),
        ("2年或者行驶里程50,000公里，以先到者为准", ["2年", "50,000公里"]),
        ("车速超过100公里每小时要保持多少米车距", ["超过100公里每小时"]),
        ("已满1年不满10年的，年休假5天", ["已满1年不满10年", "5天"]),
        ("这个手机壳花费你五美元和花费我三块", ["五美元", "三块"]),
        ("4人民币5美元", ["4人民币", "5美元"]),
        ("2成,2.5成,２．１成，２成", ["2成", "2.5成", "２．１成", "２成"]),
        ("九年八吨", ["九年", "八吨"]),
        ("每天8小时，每周40小时", ["8小时", "40小时"]),
        ("每次不超过5年", ["不超过5年"]),
        ("超过3公里每公里2.4元", ["超过3公里", "每公里2.4元"]),
        ("24小时封顶80元", ["24小时", "封顶80元"]),
        ("满299元免运费", ["满299元", "免运费"]),
        ("1米2以下免费", ["1米2以下", "免费"]),
        ("10次每年", ["10次每年"]),
        ("一周五天", ["一周", "五天"]),
        ("处五日以上十五日以下拘留，并处五百元罚款", ["五日以上十五日以下", "五百元"]),
        ("共 3 件\n每件 5 元", ["3 件", "每件 5 元"]),
    ],
)
def test_finds_all_from_left_to_right(text: str, raws: list[str]) -> None:
    found = find(text)
    assert [item.quantity.raw for item in found] == raws
    assert all(text[item.start : item.end] == item.quantity.raw for item in found)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        (" 7天 ", "7天"),
        ("300%的", "300%"),
        ("两年。", "两年"),
        ("五", "五"),
        ("三到七个工作日", "三到七个工作日"),
        ("1E5", "1E5"),
        ("２０％", "２０％"),
    ],
)
def test_parses_a_whole_string(text: str, raw: str) -> None:
    quantity = parse(text)
    assert quantity is not None
    assert quantity.raw == raw


@pytest.mark.parametrize(
    "text",
    ["", " ", "的", "7天和8天", "约定工资", "半个月工资", "三月", "第三条", "几天", "A2021-07", "国务院令第514号"],
)
def test_refuses_a_string_that_is_not_one_quantity(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("三到七个工作日", "3~7 工作日"),
        ("3-7 working days", "3至7个营业日"),
        ("12个月", "1年"),
        ("百分之八十", "0.8倍"),
        ("8折", "80%"),
        ("三十日", "30天"),
        ("24小时", "1天"),
        ("5万元", "50000块"),
        ("2公斤", "4斤"),
        ("1GB", "1024MB"),
        ("每小时36公里", "10m/s"),
        ("不超过5个工作日", "5个工作日以内"),
        ("兩個月", "2个月"),
        ("免费", "0元"),
    ],
)
def test_two_wordings_have_one_value(one: str, other: str) -> None:
    first, second = parse(one), parse(other)
    assert first is not None and second is not None
    assert first.same_value(second)


@pytest.mark.parametrize(
    ("one", "other"), [("3个工作日", "3天"), ("3岁", "3年"), ("30元/月", "30元/年"), ("5元", "5美元")]
)
def test_different_dimensions_never_compare(one: str, other: str) -> None:
    first, second = parse(one), parse(other)
    assert first is not None and second is not None
    assert not first.comparable(second)
