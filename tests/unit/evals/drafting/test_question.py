"""A question means one fact alone, is asked as a person would, and does not say the value."""

import re
from typing import Any

import pytest

from core.vocabulary import Term
from evals.drafting.column import column_of
from evals.drafting.question import question_of
from evals.drafting.wording import Unaskable
from tests.unit.evals.drafting.conftest import Shelf

PRICES = [["产品", "规格", "价格", "价格"], ["产品", "规格", "线上售价", "门店售价"]]
WARRANTY = [["产品", "保修期", "保修期"], ["产品", "整机", "电池"]]


def ask(shelf: Any, fact: Any, draw: str = "0") -> str:
    material = shelf.material
    column = column_of(fact, material.chunks[fact.chunk_id], material.spellings)
    return question_of(fact, material, column, draw).question


def known(shelf: Shelf, *subjects: str) -> None:
    shelf.terms += [Term("subject", name) for name in subjects]


def test_a_row_is_told_from_the_other_rows_of_its_subject(shelf: Shelf) -> None:
    known(shelf, "星河手机")
    first = shelf.celled(
        PRICES, ["星河手机", "8GB+256GB", "1999", "2099"], "星河手机", "线上售价", "1999", "商品编码：00101"
    )
    shelf.celled(PRICES, ["星河手机", "12GB+512GB", "2499", "2599"], "星河手机", "线上售价", "2499", "商品编码：00102")
    assert "星河手机（8GB+256GB）的线上售价" in ask(shelf, first)


def test_what_needs_no_telling_is_not_told(shelf: Shelf) -> None:
    known(shelf, "星河手机")
    fact = shelf.celled(PRICES, ["星河手机", "8GB", "1999", "2099"], "星河手机", "线上售价", "1999", "商品编码：00101")
    assert re.fullmatch("星河手机的?线上售价(?:是多少钱|多少钱|是多少)？", ask(shelf, fact))


def test_facts_that_nothing_tells_apart_are_left_out(shelf: Shelf) -> None:
    known(shelf, "电子礼品卡")
    first = shelf.stated("电子礼品卡", "面值", "100元", "电子礼品卡面值：50元、100元")
    shelf.stated("电子礼品卡", "面值", "50元", "电子礼品卡面值：50元、100元")
    with pytest.raises(Unaskable, match="told from it"):
        ask(shelf, first)


def test_the_inner_header_is_said_where_the_outer_one_asks(shelf: Shelf) -> None:
    known(shelf, "星河手机")
    fact = shelf.celled(WARRANTY, ["星河手机", "12个月", "6个月"], "星河手机", "整机保修期", "6个月", "电池")
    shelf.celled(WARRANTY, ["星河手机", "12个月", "6个月"], "星河手机", "整机保修期", "12个月", "整机")
    question = ask(shelf, fact)
    assert question.startswith("星河手机电池的保修期") and "整机" not in question


@pytest.mark.parametrize("draw", list("abcdefgh"))
def test_an_interval_is_asked_by_itself_or_by_a_value_inside_it(shelf: Shelf, draw: str) -> None:
    known(shelf, "北方")
    heads = [["区域", "订单重量", "附加费"]]
    rows = (("不超过3kg", "免收"), ("超过3kg不超过10kg", "12元"), ("超过10kg不超过30kg", "26元"))
    facts = [shelf.celled(heads, ["北方", w, v], "北方", "附加费", v, f"订单重量：{w}") for w, v in rows]
    found = re.match(r"订单重量(?:超过3kg不超过10kg|(\d+(?:\.\d+)?)kg)，北方的?附加费", ask(shelf, facts[1], draw))
    assert found and (found[1] is None or 3 < float(found[1]) <= 10)


def test_a_subject_that_is_an_interval_is_the_circumstance(shelf: Shelf) -> None:
    heads = [["采购金额", "付款账期"]]
    known(shelf, "别的")
    fact = shelf.celled(heads, ["20万元以上不满50万元", "15天"], "20万元以上不满50万元", "付款账期", "15天", "采购金额：20万元以上不满50万元")  # fmt: skip
    shelf.celled(heads, ["50万元以上不满100万元", "30天"], "50万元以上不满100万元", "付款账期", "30天", "采购金额：50万元以上不满100万元")  # fmt: skip
    question = ask(shelf, fact)
    assert re.search(r"《退换货办法》，采购金额[^，]+，付款账期", question)
    assert question.count("万元") <= 2


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "quote", "when", "rule", "pattern"),
    [
        (
            "用人单位", "办理缴存登记期限", "30日内", "用人单位录用职工的，应当自录用之日起30日内办理缴存登记。",
            ("录用职工的", "自录用之日起"), "prose.deadline",
            r"录用职工，用人单位(?:应当自录用之日起多久内|自录用之日起多久之内(?:应当|要|必须))办理缴存登记？",
        ),
        (
            "申请人", "申请复议期限", "15日内", "申请人不服的，可以自收到决定书之日起15日内申请复议。",
            ("不服的", "自收到决定书之日起"), "prose.deadline", r"不服，申请人自收到决定书之日起多久内可以申请复议？",
        ),
        (
            "景区", "提前公布期限", "六个月", "景区提高门票价格应当提前六个月公布。", (), "prose.deadline",
            "景区提高门票价格要提前多久公布？",
        ),
        (
            "驾驶人", "罚款", "一千元以上二千元以下", "饮酒后驾驶机动车的，处一千元以上二千元以下罚款。",
            ("饮酒后驾驶机动车的",), "prose.penalty", r"(?:按|根据)《退换货办法》，饮酒后驾驶机动车，(?:会被)?罚款(?:是)?多少？",
        ),
        (
            "星河手机", "保修期", "12个月", "星河手机的保修期为12个月。", (), "prose.measure",
            "星河手机(?:的)?保修期(?:是多久|有多长|多久)？",
        ),
        (
            "四级伤残", "一次性补助金", "21个月", "四级伤残的一次性补助金为21个月的工资。", (), "prose.item",
            "四级伤残的?一次性补助金(?:是|为)多少？",
        ),
        (
            "Maple speaker", "warranty period", "18 months", "The warranty period of the Maple speaker is 18 months.", (),
            "prose.measure", r"(?:How long|What) is the (?:warranty period of the Maple speaker|Maple speaker warranty period)\?",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("draw", list("abcd"))
def test_sentences_are_asked_about_as_people_do(
    shelf: Shelf, draw: str, subject: str, attribute: str, value: str, quote: str, when: tuple[str, ...], rule: str, pattern: str
) -> None:  # fmt: skip
    question = ask(shelf, shelf.stated(subject, attribute, value, quote, *when, rule=rule), draw)
    assert re.fullmatch(pattern, question), question


@pytest.mark.parametrize(
    ("value", "quote", "when", "reason"),
    [
        ("1万元以下", "单位有前款行为的，处1万元以下罚款。", ("单位有前款行为的",), "another place"),
        ("1万元以下", "有下列行为之一的，处1万元以下罚款。", ("有下列行为之一的",), "another place"),
        ("1万元以下", "逾期不改正的，处1万元以下罚款。", ("逾期不改正的",), "said before"),
        ("十日以下", "出售护照的，处十日以下拘留。", ("出售护照的",), "no fine"),
        ("1万元以下", "处1万元以下罚款。", (), "what is punished"),
    ],
)
def test_what_cannot_be_understood_alone_is_left_out(
    shelf: Shelf, value: str, quote: str, when: tuple[str, ...], reason: str
) -> None:
    fact = shelf.stated("单位", "罚款", value, quote, *when, rule="prose.penalty")
    with pytest.raises(Unaskable, match=reason):
        ask(shelf, fact)


def test_own_law_is_named(shelf: Shelf) -> None:
    shelf.title = "中华人民共和国电信条例"
    quote = "违反本条例第四十一条的规定，进行不正当竞争的，处10万元以上罚款。"
    fact = shelf.stated(
        "电信", "罚款", "10万元以上", quote, "违反本条例第四十一条的规定，进行不正当竞争的", rule="prose.penalty"
    )
    assert ask(shelf, fact).startswith("违反《电信条例》第四十一条的规定，进行不正当竞争，")


def test_the_end_of_a_longer_name_is_no_attribute(shelf: Shelf) -> None:
    fact = shelf.stated("客户经理", "有效期", "15天", "客户经理在1个工作日内报价，报价有效期为15天；")
    with pytest.raises(Unaskable, match="attribute on its own"):
        ask(shelf, fact)


def test_the_value_is_not_said(shelf: Shelf) -> None:
    fact = shelf.stated(
        "星河手机", "保修期", "12个月", "购买12个月以内的，星河手机的保修期为12个月。", "购买12个月以内的"
    )
    with pytest.raises(Unaskable, match="say the value"):
        ask(shelf, fact)


@pytest.mark.parametrize("value", ["不适用", "不单列", "—", "详见附表"])
def test_a_value_that_says_nothing_is_not_asked_for(shelf: Shelf, value: str) -> None:
    known(shelf, "星河手机")
    with pytest.raises(Unaskable, match="says nothing"):
        ask(shelf, shelf.celled([["产品", "保修期"]], ["星河手机", value], "星河手机", "保修期", value))


def test_wordings_differ_and_are_the_same_for_the_same_draw(shelf: Shelf) -> None:
    fact = shelf.stated("星河手机", "保修期", "12个月", "星河手机的保修期为12个月。")
    asked = [ask(shelf, fact, str(draw)) for draw in range(20)]
    assert asked == [ask(shelf, fact, str(draw)) for draw in range(20)]
    assert len(set(asked)) >= 3
