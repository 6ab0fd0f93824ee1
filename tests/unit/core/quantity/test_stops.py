"""Numerals that are no quantity must not be found."""

import pytest

from core.quantity import find

WORDS = """
    一些 一起 一般 一定 统一 十分 万一 一心一意 一并 唯一 三包 一律 一致 一旦 一切 一直 一次性 一部分 四川 五台山 陆地 登陆 队伍 收拾
    放肆 二手 三角 百度 百货 千万别 几天 几百 多少 数十 下列情形之一 每一个 同一年 上一年 星期一 周三 三月 上半年 两会
""".split()
CODES = [
    "第三条",
    "第二款",
    "第（一）项",
    "第十七条之一",
    "第三十七条至第四十条",
    "国务院令第514号",
    "〔2012〕619号",
    "A2021-07",
    "V2.1",
    "13812345678",
    "010-12345678",
    "400-123-4567",
    "5G手机",
    "A4纸",
    "PM2.5",
    "192.168.1.1",
    "2.0.3版",
    "GB/T 7258-2017",
    "https://a.example/p?x=305&y=20%25",
    "wang3@a.example",
    "1E5",
    "九七年",
    "08年",
    "90年代",
    "1、总则",
    "（十二）其他",
    "单位：千元",
    "额定千瓦",
    "避免费用",
    "2号线",
    "No.5",
]


@pytest.mark.parametrize("text", [*WORDS, *CODES])
def test_is_not_found(text: str) -> None:
    assert find(text) == ()


@pytest.mark.parametrize("word", WORDS)
def test_is_not_found_inside_a_sentence(word: str) -> None:
    assert find(f"我们认为{word}，可以。") == ()


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("百分之一", "百分之一"),
        ("十分钟", "十分钟"),
        ("五角", "五角"),
        ("两周一次", "两周"),
        ("一次检验", "一次"),
        ("马上一年半", "一年半"),
        ("四川有3家", "3家"),
        ("第三条规定的5日内", "5日内"),
        ("三包有效期2年", "2年"),
        ("依据〔2012〕619号，补贴20元", "20元"),
    ],
)
def test_a_stop_word_hides_nothing_else(text: str, raw: str) -> None:
    assert find(text)[0].quantity.raw == raw
