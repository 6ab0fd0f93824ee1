"""Numbers in words and digits."""

from decimal import Decimal

import pytest

from core.quantity import find, numeral, parse

VALUES = """
零 0 | 一 1 | 两 2 | 十 10 | 十五 15 | 二十 20 | 二十一 21 | 廿二 22 | 卅 30 | 一百 100 | 一百零一 101 | 一百一十 110
一百十六 116 | 二百五 250 | 二百五十 250 | 两千四百五 2450 | 一千零一 1001 | 一千陆 1600 | 一千零十二 1012 | 三万五 35000
三万五千 35000 | 一万零三百 10300 | 一万二百五十 10250 | 十二万三 123000 | 九十二万四 924000 | 一百零一万一千 1011000
两千三百万 23000000 | 四亿 400000000 | 五亿零六 500000006 | 一亿两千三百 100002300 | 四万亿 4000000000000 | 四万万 400000000
一万五千亿 1500000000000 | 五兆六十二亿四万五千二 5006200045200 | 百三 130 | 千三 1300 | 半百 50 | 零十 10 | 二千零三十 2030
壹 1 | 壹佰贰拾 120 | 肆佰陸拾 460 | 玖仟陆佰陆拾伍 9665 | 壹拾万零叁仟肆佰伍拾叁 103453 | 倆千两百贰拾二 2222 | 萬 None | 万 None
3万5千 35000 | 3万5 35000 | 3万4000 34000 | 1万600 10600 | 1千零20 1020 | 2千零30万 20300000 | 5亿1万4千6百 500014600 | 100万三千 1003000
1.5亿 150000000 | 2.3万 23000 | 12k 12000 | 40K 40000 | 1,050.5 1050.5 | 50,000 50000 | ５０，０００ 50000 | １１.92亿 1192000000 | 1,100万 11000000
.5 0.5 | -.5 -0.5 | -10.1 -10.1 | 负六点六 -6.6 | 负一百二 -120 | 零点五 0.5 | 十二点五 12.5 | 三点一四一五九二六 3.1415926 | 三点五万 35000
两千三点一 2300.1 | 一百点123 100.123 | 一九九七 1997 | 二〇二三 2023 | 一七二零点一 1720.1 | 五六 56 | 二分之一 0.5 | 四分之三 0.75
十六分之4 0.25 | 三又二分之一 3.5 | 3又一千分之23 3.023 | 1/4 0.25 | 1 3/5 1.6 | -3/2 -1.5 | 负一又二分之一 -1.5 | 2e5 200000
1E5 100000 | -12e-1 -1.2 | 一 百 五 十 二 152 | 7万 5千 4百 75400 | 三千 八百 九十六 万 38960000 | 十 万 100000
2^5 32 | 2^-1 0.5 | -2.5^-1 -0.4 | 2^--2 4 | 1.5^2 2.25 | 幺幺零 110 | 幺八五洞幺拐两零柒幺玖 18501720719 | 12306 12306
"""
NOT_NUMBERS = "|万万|abc|一心一意|三天|第三|1.2.3|--5|五六十|十几|二十多|1,23|点五|两百点两|一点两|2^|2^99|2^1^1|2007/08|005/201|百分之五|12元|一切|…|😀|１２Ａ".split(
    "|"
)


def _cases() -> list[tuple[str, str]]:
    cells = [cell.strip() for line in VALUES.strip().splitlines() for cell in line.split("|")]
    return [(word, value) for word, _, value in (cell.rpartition(" ") for cell in cells)]


@pytest.mark.parametrize(("word", "value"), _cases())
def test_reads_a_number(word: str, value: str) -> None:
    expected = None if value == "None" else Decimal(value)
    assert numeral(word) == expected


@pytest.mark.parametrize("word", NOT_NUMBERS)
def test_refuses_what_is_no_single_number(word: str) -> None:
    assert numeral(word) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("十几个", 10, 20),
        ("二十多个", 20, 30),
        ("五百余人", 500, 600),
        ("二百三十余万", 2300000, 2400000),
        ("500多亿", 50000000000, 60000000000),
        ("一千多万", 10000000, 20000000),
        ("十来天", 10, 20),
        ("十多万元", 100000, 200000),
    ],
)
def test_a_vague_number_lies_between_its_last_places(text: str, low: int, high: int) -> None:
    quantity = find(text)[0].quantity
    assert (quantity.low, quantity.high) == (low, high)
    assert quantity.low_open and quantity.high_open and quantity.approximate


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("五六天", 5, 6),
        ("两三天", 2, 3),
        ("三五百公里", 300, 500),
        ("四十五六岁", 45, 46),
        ("七百三四十人", 730, 740),
        ("一万六七元", 16000, 17000),
        ("十七八万元", 170000, 180000),
        ("三四十万", 300000, 400000),
    ],
)
def test_two_neighbouring_digits_are_a_range(text: str, low: int, high: int) -> None:
    quantity = find(text)[0].quantity
    assert (quantity.low, quantity.high) == (low, high)


def test_no_float_ever_appears() -> None:
    quantity = parse("0.1元")
    assert quantity is not None
    assert quantity.low == Decimal("0.1") and isinstance(quantity.canonical_low, Decimal)
