"""Which dimensions a question asks for."""

import pytest

from core.quantity import asked_dimensions

QUESTIONS = {
    "年休假有几天？": ("duration", "business_days"),
    "辞职要提前多少天书面通知？": ("duration", "business_days"),
    "退款多久到账": ("duration", "business_days"),
    "失业保险金最多能领几个月": ("duration",),
    "一次性补助多少个月": ("duration",),
    "年休假可以跨几个年度安排？": ("duration",),
    "保修几年": ("duration",),
    "销售者多少个工作日内要答复？": ("business_days",),
    "多少钱一件": ("money.CNY",),
    "手续费是多少？": ("money.CNY",),
    "门票价格": ("money.CNY",),
    "要交多少元": ("money.CNY",),
    "欺诈最少赔多少": ("money.CNY", "ratio"),
    "按日工资的百分之多少付钱？": ("ratio",),
    "赔偿是价款的几倍": ("ratio",),
    "缴存比例最低是多少？": ("ratio",),
    "打几折": ("ratio",),
    "营业时间是几点到几点？": ("time_of_day",),
    "几点关门": ("time_of_day",),
    "要保持多少米车距": ("length",),
    "离市区多远": ("length",),
    "高速公路最低车速": ("speed",),
    "限速多少": ("speed",),
    "摩托车最快能开多少？": ("speed",),
    "几岁可以办身份证": ("age",),
    "属于几级伤残": ("grade",),
    "一年检验几次": ("count",),
    "最多几个人": ("count",),
    "什么时候施行": ("date",),
    "哪天开始": ("date",),
    "电池容量多大": ("battery",),
    "房间多少平方米": ("area",),
    "最多带多少公斤行李": ("mass",),
    "附件大小不能超过多少MB": ("data",),
    "How long is the warranty?": ("duration", "business_days"),
    "How many working days does it take?": ("business_days",),
    "How much does it cost?": ("money.CNY",),
    "What is the interest rate?": ("ratio",),
    "What time do you open?": ("time_of_day",),
    "How far is it?": ("length",),
    "When does it start?": ("date",),
    "How many people may enter?": ("count",),
    "多久检验一次": ("duration", "business_days", "rate.count/duration.year"),
    "How often is it checked?": ("rate.count/duration.year",),
    "房间每晚多少钱": ("money.CNY", "rate.money.CNY/count.晚"),
    "一个月多少钱": ("money.CNY", "rate.money.CNY/duration.month"),
}


@pytest.mark.parametrize(("question", "dimensions"), QUESTIONS.items())
def test_asks_for(question: str, dimensions: tuple[str, ...]) -> None:
    assert asked_dimensions(question)[: len(dimensions)] == dimensions


@pytest.mark.parametrize(
    "question",
    ["合同期两个月可以约定试用期吗？", "包修期和三包有效期有什么区别？", "你好", "", "谁来负责", "Who is responsible?"],
)
def test_asks_for_nothing_measurable(question: str) -> None:
    assert asked_dimensions(question) == ()


def test_speed_comes_before_the_distance_kept() -> None:
    assert asked_dimensions("车速超过100公里每小时要保持多少米车距") == ("speed", "length")
