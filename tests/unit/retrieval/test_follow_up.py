"""Follow-ups completed by rules: what is left out comes from the question before, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.vocabulary import Synonym, Term
from retrieval.conversation import Turn, by_rules
from retrieval.follow_up import complete
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

SUBJECTS = "星河手机 青岚平板 白桦电视 职工 银卡会员 金卡会员 微信支付 信用卡".split()
ATTRIBUTES = "保修期 价格 年休假 运费 退款到账时效 折扣 退货期限".split()
MATCHER = Matcher(
    NameSet(
        tuple(Term("subject", name) for name in (*SUBJECTS, "Maple speaker", "Birch speaker"))
        + tuple(Term("attribute", name) for name in (*ATTRIBUTES, "warranty period")),
        (Synonym("attribute", "质保", "保修期"),),
    )
)
FACTS = {("星河手机", "保修期"), ("星河手机", "价格"), ("青岚平板", "保修期"), ("青岚平板", "价格")}
COMPLETED = [
    ("星河手机的保修期是多久？", "那青岚平板呢？", "青岚平板的保修期是多久？"),
    ("星河手机的保修期是多久？", "青岚平板呢", "青岚平板的保修期是多久？"),
    ("星河手机的保修期是多久？", "那价格呢？", "星河手机的价格？"),
    ("星河手机多少钱？", "质保呢？", "星河手机的质保？"),
    ("星河手机多少钱？", "保修期多久？", "星河手机的保修期多久？"),
    ("微信支付的退款怎么申请？", "要多久？", "微信支付的退款要多久？"),
    ("微信支付的退款怎么申请？", "多久到账？", "微信支付的退款多久到账？"),
    ("办理护照需要什么材料？", "要多久？", "办理护照要多久？"),
    ("办理护照需要什么材料？", "多少钱？", "办理护照多少钱？"),
    ("办理护照需要什么材料？", "在哪里办？", "办理护照在哪里办？"),
    ("办理护照要多久？", "那身份证呢？", "身份证要多久？"),
    ("未发货的订单多久退款？", "那已发货的呢？", "已发货的订单多久退款？"),
    ("未发货的订单多久退款？", "已发货的要多久？", "已发货的订单多久退款？"),
    ("会员可以免运费吗？", "非会员呢？", "非会员可以免运费吗？"),
    ("非会员的运费是多少？", "那会员呢？", "会员的运费是多少？"),
    ("工作满5年的年休假几天？", "那满15年呢？", "工作满15年的年休假几天？"),
    ("工作满5年的年休假几天？", "15年的呢？", "工作满15年的年休假几天？"),
    ("2023版退款政策的到账时效是几天？", "2025版呢？", "2025版退款政策的到账时效是几天？"),
    ("本市订单多久送到？", "外省订单呢？", "外省订单多久送到？"),
    ("门店几点营业？", "那周末呢？", "周末门店几点营业？"),
    ("电子发票多久开具？", "纸质发票呢？", "纸质发票多久开具？"),
    ("微信支付的退款多久到账？", "那信用卡呢？", "信用卡的退款多久到账？"),
    ("微信支付的退款多久到账？", "那支付宝呢？", "支付宝的退款多久到账？"),
    ("普通会员的退货期限是几天？", "那金卡会员几天？", "金卡会员的退货期限是几天？"),
    ("星河手机的保修期是多久？", "它多少钱？", "星河手机多少钱？"),
    ("星河手机的保修期是多久？", "这款的价格呢？", "星河手机的价格？"),
    ("星河手机的保修期是多久？", "可以无理由退货吗？", "星河手机可以无理由退货吗？"),
    ("运费多少钱？", "海外呢？", "海外运费多少钱？"),
    ("职工的年休假有几天？", "那退休职工呢？", "退休职工的年休假有几天？"),
    ("重量超过2公斤的运费是多少？", "5公斤的呢？", "重量超过5公斤的运费是多少？"),
    ("退款多久到账？", "换货呢？", "换货多久到账？"),
    (
        "What is the warranty period of the Maple speaker?",
        "What about the Birch speaker?",
        "What is the warranty period of the Birch speaker?",
    ),
    ("What is the warranty period of the Maple speaker?", "How much is it?", "How much is the Maple speaker?"),
    ("How long does delivery take?", "And for overseas orders?", "How long does delivery take for overseas orders?"),
    (
        "What is the price of the Maple speaker?",
        "And the warranty period?",
        "What is the warranty period of the Maple speaker?",
    ),
    ("银卡会员打几折？", "金卡会员呢？", "金卡会员打几折？"),
    ("怎么申请退货？", "要收运费吗？", "申请退货要收运费吗？"),
    ("礼品卡的有效期是多久？", "实体卡呢？", "实体卡的有效期是多久？"),
    ("订单满99元免运费吗？", "不满99元呢？", "订单不满99元免运费吗？"),
    ("星河手机和青岚平板哪个贵？", "那保修期呢？", "星河手机和青岚平板的保修期？"),
    ("星河手机的保修期是多久？", "那和青岚平板比呢？", "星河手机的保修期和青岚平板比有什么区别？"),
    ("How do I return the Maple speaker?", "How long does it take?", "How long does it take for the Maple speaker?"),
    ("礼品卡的有效期是多久？", "它的有效期能延长吗？", "礼品卡的有效期能延长吗？"),
]
LEFT_ALONE = [
    ("星河手机多少钱？", "运费多少钱？"),
    ("星河手机多少钱？", "青岚平板的保修期多久？"),
    ("星河手机多少钱？", "怎么办理护照？"),
    ("星河手机多少钱？", "电子发票的开具时限是多久？"),
    ("How long does delivery take?", "What is the price of the Maple speaker?"),
    ("订单取消后多久退款？", "谢谢"),
    ("怎么补办借书证？", "补办要多少钱？"),
    ("星河手机多少钱？", "青岚平板多少钱？"),
    ("星河手机多少钱？", "哪些产品支持无理由退货？"),
    ("星河手机多少钱？", "？"),
    ("星河手机多少钱？", "还有呢？"),
    ("星河手机多少钱？", "那"),
    ("星河手机多少钱？", "那家店几点营业？"),
    ("What is the price of the Maple speaker?", "Which products have a warranty?"),
]


def holds(subject: str, attribute: str) -> bool:
    return (subject, attribute) in FACTS


@pytest.mark.parametrize(("earlier", "question", "completed"), COMPLETED)
def test_a_follow_up_is_completed(earlier: str, question: str, completed: str) -> None:
    assert complete(question, earlier, MATCHER, holds) == completed


@pytest.mark.parametrize(("earlier", "question"), LEFT_ALONE)
def test_a_complete_question_is_left_alone(earlier: str, question: str) -> None:
    assert complete(question, earlier, MATCHER, holds) == question


@pytest.mark.parametrize("question", [row[2] for row in COMPLETED])
def test_completing_again_changes_nothing(question: str) -> None:
    assert complete(question, "白桦电视的价格是多少？", MATCHER, holds) in (question, question.strip())


CONVERSATIONS = [
    (("星河手机的保修期是多久？", "那青岚平板呢？"), "多少钱？", "青岚平板多少钱？"),
    (("星河手机的保修期是多久？", "那青岚平板呢？", "价格呢？"), "白桦电视呢？", "白桦电视的价格？"),
    (("未发货的订单多久退款？", "已发货的呢？"), "要收手续费吗？", "已发货的订单要收手续费吗？"),
    (("工作满5年的年休假几天？", "那满15年呢？"), "那满25年呢？", "工作满25年的年休假几天？"),
    (("办理护照需要什么材料？", "要多久？", "多少钱？"), "在哪里办？", "办理护照在哪里办？"),
    (("星河手机多少钱？", "电子发票多久开具？"), "纸质发票呢？", "纸质发票多久开具？"),
    (
        ("What is the warranty period of the Maple speaker?", "What about the Birch speaker?"),
        "How much is it?",
        "How much is the Birch speaker?",
    ),
    ((), "要多久？", "要多久？"),
]


@pytest.mark.parametrize(("earlier", "question", "completed"), CONVERSATIONS)
def test_whole_conversations(earlier: tuple[str, ...], question: str, completed: str) -> None:
    found = by_rules(question, [Turn(text) for text in earlier], MATCHER, holds)
    assert found.text == completed
    assert found.by == ("rules" if completed != question else "")


@hypothesis_settings(max_examples=200, deadline=None)
@given(
    st.text("那呢它这个的，？?多久钱满5年未已发货星河手机青岚平板保修期 howitabc𠀀\u3000ﬁ", max_size=20),
    st.text("那呢它这个的，？?多久钱满5年未已发货星河手机青岚平板保修期 howitabc𠀀\u3000ﬁ", max_size=20),
)
def test_any_two_texts_give_a_text(earlier: str, question: str) -> None:
    found = complete(question, earlier, MATCHER, holds)
    assert found == question or len(found) <= len(question) + len(earlier) + 20
