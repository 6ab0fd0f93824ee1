"""Two versions of a document compared as a whole."""

from extraction.diff import Difference, compare
from tests.unit.extraction.whole import whole

OLD = """# 青禾书店退货规则

第一条 为了方便读者，制定本规则。

第二条 读者应当自签收之日起7天内提出退货申请。

第三条 退货中心收到图书后，在5个工作日内完成验收。

第四条 违反第二条规定的，不予退货。
"""
NEW = """# 青禾书店退货规则

第一条 为了方便读者，制定本规则。

第二条 本规则适用于线上订单，每单最多退货2次。

第三条 读者应当自签收之日起15天内提出退货申请。

第四条 退货中心收到图书后，在5个工作日内完成验收。

第五条 违反第三条规定的，不予退货。
"""


def difference(old: str, new: str) -> Difference:
    return compare(whole(old), whole(new))


def numbers(found: Difference) -> list[tuple[str | None, str | None]]:
    return [(number.old, number.new) for number in found.numbers]


def test_a_document_is_the_same_as_itself() -> None:
    found = difference(OLD, OLD)
    assert found.same
    assert not found.numbers
    assert found.facts_kept == len(whole(OLD).facts) > 0


def test_renumbered_articles_do_not_drown_the_report() -> None:
    found = difference(OLD, NEW)
    assert [(each.old, each.new) for each in found.renumbered] == [
        ("第二条", "第三条"), ("第三条", "第四条"), ("第四条", "第五条"),
    ]  # fmt: skip
    assert [(section.turn, (section.new_heading or ("",))[-1]) for section in found.sections] == [
        ("added", "第二条"), ("changed", "第三条"), ("changed", "第五条"),
    ]  # fmt: skip
    assert numbers(found) == [(None, "2次"), ("7天内", "15天内"), ("第二条", "第三条")]


def test_a_reference_that_follows_its_article_is_marked() -> None:
    marked = {(number.old, number.renumbering) for number in difference(OLD, NEW).numbers}
    assert ("第二条", True) in marked
    assert ("7天内", False) in marked


def test_a_fact_with_another_value_has_both_quotes_and_places() -> None:
    (change,) = [change for change in difference(OLD, NEW).facts if change.turn == "value"]
    assert change.old is not None
    assert change.new is not None
    assert (change.old.fact.value, change.new.fact.value) == ("7天内", "15天内")
    assert "7天内" in change.old.fact.quote
    assert (change.old.place.line, change.new.place.line) == (5, 7)
    assert change.new.place.heading_path[-1] == "第三条"


def test_rows_are_paired_by_what_names_them() -> None:
    head = "# 青禾书店运费\n\n| 地区 | 运费 | 时效 |\n| --- | --- | --- |\n"
    old = head + "| 本市 | 5元 | 1天 |\n| 外省 | 9元 | 3天 |\n"
    new = head + "| 外省 | 12元 | 3天 |\n| 本市 | 5元 | 1天 |\n| 海外 | 80元 | 9天 |\n"
    found = difference(old, new)
    assert numbers(found) == [("9元", "12元"), (None, "80元"), (None, "9天")]
    assert {(change.turn, (change.new or change.old).fact.subject) for change in found.facts if change.new} == {
        ("value", "外省"), ("added", "海外"),
    }  # fmt: skip


def test_a_step_with_another_limit_is_a_changed_condition() -> None:
    head = "# 青禾书店退款\n\n| 退款金额 | 审批 |\n| --- | --- |\n"
    found = difference(
        head + "| 不满300元 | 店员 |\n| 300元以上 | 店长 |\n", head + "| 不满500元 | 店员 |\n| 500元以上 | 店长 |\n"
    )
    assert [change.turn for change in found.facts] == ["condition", "condition"]
    assert numbers(found) == [("不满300元", "不满500元"), ("300元以上", "500元以上")]


def test_marks_width_script_and_item_numbers_do_not_count() -> None:
    old = "# 青禾书店须知\n\n（一）借阅证遗失的，补办费10元；\n\n(二)圖書損壞的，照价赔偿。\n"
    new = "# 青禾书店须知\n\n1. 借阅证遗失的,补办费 10 元。\n\n2. 图书损坏的，照价赔偿。\n"
    assert not difference(old, new).sections


def test_a_sentence_in_another_section_has_moved() -> None:
    old = "# 须知\n\n## 借阅\n\n每人限借五册图书。逾期每天收取两角。\n\n## 其他\n\n本须知由总服务台负责解释。\n"
    new = "# 须知\n\n## 借阅\n\n每人限借五册图书。\n\n## 其他\n\n本须知由总服务台负责解释。逾期每天收取两角。\n"
    found = difference(old, new)
    assert (found.moved, found.sections, found.same) == (1, (), False)


def test_metadata_is_compared() -> None:
    front = "---\ntitle: 青禾书店须知\nvalid_from: {}\n---\n\n馆内请勿喧哗。\n"
    found = difference(front.format("2024-01-01"), front.format("2025-01-01"))
    assert [(each.name, each.old, each.new) for each in found.fields] == [("valid_from", "2024-01-01", "2025-01-01")]


def test_what_is_gone_is_reported_with_its_numbers() -> None:
    old = "# 须知\n\n## 借阅\n\n每人限借5册。\n\n## 罚款\n\n遗失图书的，按定价的3倍赔偿。\n"
    new = "# 须知\n\n## 借阅\n\n每人限借5册。\n"
    found = difference(old, new)
    (section,) = found.sections
    assert (section.turn, section.old_heading, section.new_heading) == ("removed", ("罚款",), None)
    assert [number.new for number in found.numbers] == [None]
