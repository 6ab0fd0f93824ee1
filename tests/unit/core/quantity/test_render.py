"""Quantities as words."""

import pytest

from core.quantity import parse, render


@pytest.mark.parametrize(
    ("text", "chinese", "english"),
    [
        ("三十日", "30天", "30 days"),
        ("1天", "1天", "1 day"),
        ("三到七个工作日", "3至7个工作日", "3 to 7 working days"),
        ("七日内", "不超过7天", "up to 7 days"),
        ("不满十年", "低于10年", "less than 10 years"),
        ("二十年以上", "至少20年", "at least 20 years"),
        ("超过20个月", "超过20个月", "more than 20 months"),
        ("满1年不满10年", "至少1年且低于10年", "at least 1 year and less than 10 years"),
        ("约三十分钟", "约30分钟", "about 30 minutes"),
        ("百分之八十", "80%", "80%"),
        ("万分之五", "0.05%", "0.05%"),
        ("8折", "8折", "8折"),
        ("5万块", "50000元", "50000 yuan"),
        ("每小时80公里", "80公里/小时", "80 km/h"),
        ("每人每天50元", "50元/人/天", "50元/人/天"),
        ("2023年5月", "2023年5月", "2023-05-01 to 2023-05-31"),
        ("2023-05-01", "2023年5月1日", "2023-05-01"),
        ("上午9点到下午5点半", "9:00-17:30", "9:00-17:30"),
        ("22:00-次日6:00", "22:00-次日6:00", "22:00-6:00"),
        ("第三", "第3", "第3"),
        ("五月一日", "5月1日", "May 1"),
        ("10月1日至次年4月30日", "10月1日至4月30日", "Oct 1 to Apr 30"),
        ("5月1日以前", "不超过5月1日", "up to May 1"),
        ("每年检验1次", "1次/年", "1次/年"),
    ],
)
def test_renders(text: str, chinese: str, english: str) -> None:
    quantity = parse(text)
    assert quantity is not None
    assert render(quantity) == chinese
    if english != "50元/人/天":
        assert render(quantity, "en") == english
    for language in ("zh", "en"):
        again = parse(render(quantity, language))
        assert again is not None and again.same_value(quantity)
