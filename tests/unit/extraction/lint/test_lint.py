"""What lint finds in documents, and what it lets be."""

from datetime import date

import pytest

from extraction.lint import Finding, Kind, Options, lint
from tests.unit.extraction.whole import whole


def found(*texts: str, on: date | None = None, passage: int = 40) -> tuple[Finding, ...]:
    return lint([whole(text, f"文件{number}.md") for number, text in enumerate(texts)], Options(on, passage))


def kinds(*texts: str) -> list[Kind]:
    return [each.kind for each in found(*texts)]


CONTRADICTIONS = [
    ("青禾书灯的保修期为12个月。", "青禾书灯的保修期为18个月。"),
    ("| 书灯 | 保修期 |\n| --- | --- |\n| 青禾书灯 | 12个月 |\n| 青禾台灯 | 6个月 |", "青禾书灯的保修期为18个月。"),
    ("| 门店 | 停车 |\n| --- | --- |\n| 北门店 | 支持 |\n| 东门店 | 支持 |", "| 门店 | 停车 |\n| --- | --- |\n| 北门店 | 不支持 |\n| 南门店 | 支持 |"),
    ("使用礼品卡付款的，退款到账时间为3个工作日。", "使用礼品卡付款的，退款到账时间为5个工作日。"),
    ("The room deposit is 500 yuan.", "The room deposit is 800 yuan."),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), CONTRADICTIONS)
def test_two_files_that_contradict_each_other(one: str, other: str) -> None:
    (finding,) = found(f"# 说明甲\n\n{one}\n", f"# 说明乙\n\n{other}\n")
    assert (finding.kind, finding.severity) == ("contradiction", "error")
    assert {each.place.file for each in finding.evidence} == {"文件0.md", "文件1.md"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("青禾书灯的保修期为12个月。", "青禾书灯的保修期为1年。"),
        ("青禾书灯的保修期为12个月。", "青禾台灯的保修期为18个月。"),
        ("使用礼品卡付款的，退款到账时间为3个工作日。", "使用银行卡付款的，退款到账时间为5个工作日。"),
        ("退款到账时间为3至5个工作日。", "退款到账时间不超过5个工作日。"),
        ("会员的借阅期限为30天。", "会员的借阅期限为10个工作日。"),
    ],
)
def test_what_is_no_contradiction(one: str, other: str) -> None:
    assert kinds(f"# 说明甲\n\n{one}\n", f"# 说明乙\n\n{other}\n") == []


def test_validity_that_does_not_meet_is_no_contradiction() -> None:
    front = "---\ntitle: 书灯{}\nvalid_from: {}\nvalid_to: {}\n---\n\n青禾书灯的保修期为{}个月。\n"
    assert (
        kinds(front.format("甲", "2023-01-01", "2023-12-31", 12), front.format("乙", "2024-01-01", "2024-12-31", 18))
        == []
    )


def test_cases_of_a_list_do_not_contradict_each_other() -> None:
    text = "# 距离\n\n围栏的距离按下列规定：\n\n（一）市区高速铁路为10米，其他铁路为8米；\n\n（二）郊区高速铁路为12米，其他铁路为10米。\n"
    assert kinds(text) == []


def test_values_told_together_do_not_contradict_each_other() -> None:
    assert kinds("# 礼品卡\n\n礼品卡的面值为50元、100元和200元。\n") == []


SCALE = "# 上门费\n\n| 距离 | 上门费 |\n| --- | --- |\n| {} | 30元 |\n| {} | 60元 |\n| {} | 90元 |\n"


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (("不满5公里", "5公里以上不满10公里", "10公里以上"), []),
        (("不超过5公里", "超过5公里不超过10公里", "超过10公里"), []),
        (("不满5公里", "5公里以上不满10公里", "8公里以上"), [("overlap", "error")]),
        (("不满5公里", "5公里以上不满10公里", "15公里以上"), [("gap", "warning")]),
        (("不超过5公里", "5公里以上不满10公里", "10公里以上"), [("overlap", "warning")]),
        (("不满5公里", "超过5公里不满10公里", "10公里以上"), [("gap", "warning")]),
    ],
)
def test_steps_of_a_table(steps: tuple[str, str, str], expected: list[tuple[str, str]]) -> None:
    assert [(each.kind, each.severity) for each in found(SCALE.format(*steps))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("工作已满1年不满10年的，年休假为5天；已满10年不满20年的，年休假为10天；已满20年的，年休假为15天。", []),
        ("工作已满1年不满10年的，年休假为5天；已满20年的，年休假为15天。", ["gap"]),
        ("工作满1年不满10年的，年休假为5天；满5年不满20年的，年休假为10天。", ["overlap"]),
        ("请假3天以下的，由组长审批；请假3天以上的，由经理审批。", ["overlap"]),
        ("订单满100元的，减10元；订单满200元的，减30元。", []),
        ("购买1至3件的，运费为8元；购买4至6件的，运费为12元。", []),
        ("延迟退房不超过2小时的，不加收房费；延迟3小时以上不满6小时的，加收半天房费。", ["gap"]),
        ("提前7天以上取消的，全额退款；提前3天以上不满8天取消的，退还一半。", ["overlap"]),
    ],
)
def test_steps_of_a_sentence(text: str, expected: list[str]) -> None:
    assert kinds(f"# 办法\n\n{text}\n") == expected


@pytest.mark.parametrize(
    "text", ["书灯的保修期为12。", "押金为800，归还时退还。", "应当在收到后不超过30内答复。", "补办费：20"]
)
def test_a_number_without_unit(text: str) -> None:
    (finding,) = found(f"# 说明\n\n{text}\n")
    assert (finding.kind, finding.place.line) == ("no_unit", 3)


@pytest.mark.parametrize(
    "text",
    [
        "书灯的保修期为12个月。",
        "每人限借的册数为5。",
        "成色系数为0.8。",
        "会员费为一百元。",
        "活动时间为2025年。",
        "费用为零。",
    ],
)
def test_a_number_that_needs_no_unit_or_has_one(text: str) -> None:
    assert "no_unit" not in kinds(f"# 说明\n\n{text}\n")


def test_a_column_of_bare_numbers() -> None:
    table = "# 价目\n\n{}\n\n| 品名 | {} |\n| --- | --- |\n| 书灯 | 128 |\n| 台灯 | 168 |\n"
    assert kinds(table.format("见下。", "售价")) == ["no_unit"]
    assert kinds(table.format("见下。", "售价（元）")) == []
    assert kinds(table.format("单位：元", "售价")) == []
    assert kinds(table.format("见下。", "编号")) == []


LAW = "# 借阅办法\n\n第一条 为了方便读者，制定本办法。\n\n第二条 {}\n"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("按照本办法第九条办理。", "第九条"),
        ("依照第八条的规定办理。", "第八条"),
        ("见附件三。", "附件三"),
        ("收费标准如下表。", "下表"),
        ("按照本办法所附《赔偿标准》执行。", "《赔偿标准》"),
        ("见本办法第四章。", "第四章"),
        ("See Annex B for the list of fees.", "Annex B"),
    ],
)
def test_a_reference_to_what_does_not_exist(text: str, missing: str) -> None:
    (finding,) = found(LAW.format(text))
    assert finding.kind == "broken_reference"
    assert missing in finding.problem.zh


@pytest.mark.parametrize(
    "text",
    [
        "按照本办法第一条办理。",
        "依照《图书馆法》第四十条办理。",
        "依照图书馆法第四十条、第四十一条办理。",
        "对不依照借阅条例第九条办理的，停止借阅。",
        "按照《赔偿标准》执行。",
        "见附件一。\n\n## 附件一 赔偿标准\n\n按定价赔偿。",
        "按照本办法所附《赔偿标准》执行。\n\n附：\n\n赔偿标准\n\n一、遗失的，按定价的三倍赔偿。",
        "收费标准如下表：\n\n| 项目 | 收费 |\n| --- | --- |\n| 补证 | 10元 |\n| 换证 | 5元 |",
    ],
)
def test_a_reference_that_leads_somewhere_or_elsewhere(text: str) -> None:
    assert kinds(LAW.format(text)) == []


def test_an_annex_may_be_a_file_of_its_own() -> None:
    assert kinds(LAW.format("按照本办法所附《赔偿标准》执行。"), "# 赔偿标准\n\n遗失的，按定价赔偿。\n") == []


def test_an_annex_that_is_only_a_title() -> None:
    (finding,) = found(LAW.format("按照本办法所附《赔偿标准》执行。\n\n附：\n\n赔偿标准"))
    assert "没有内容" in finding.problem.zh


VERSION = "---\ntitle: 借阅办法\nversion: {}版\n{}---\n\n每人限借{}册。\n"


@pytest.mark.parametrize(
    ("dates", "severity"),
    [
        (("", ""), "error"),
        (("valid_from: 2023-01-01\n", "valid_from: 2024-01-01\n"), "warning"),
        (("valid_from: 2023-01-01\nvalid_to: 2023-12-31\n", "valid_from: 2024-01-01\n"), "note"),
    ],
)
def test_two_versions_of_one_document(dates: tuple[str, str], severity: str) -> None:
    (finding,) = found(VERSION.format(2023, dates[0], 5), VERSION.format(2024, dates[1], 9))
    assert (finding.kind, finding.severity, finding.place.file) == ("outdated", severity, "文件0.md")


def test_a_version_to_come_does_not_make_the_present_one_old() -> None:
    texts = VERSION.format(2023, "valid_from: 2023-01-01\n", 5), VERSION.format(2024, "valid_from: 2024-01-01\n", 9)
    assert found(*texts, on=date(2023, 6, 1)) == ()
    assert [each.kind for each in found(*texts, on=date(2024, 6, 1))] == ["outdated"]


def test_a_document_that_has_expired_by_the_day_given() -> None:
    text = "---\ntitle: 夏季活动\nvalid_to: 2025-08-31\n---\n\n全场图书打8折。\n"
    assert found(text) == ()
    assert [each.kind for each in found(text, on=date(2025, 9, 1))] == ["outdated"]
    assert found(text, on=date(2025, 8, 31)) == ()


def test_a_law_that_another_repeals() -> None:
    old, new = "# 借阅规则\n\n每人限借5册。\n", "# 借阅办法\n\n每人限借9册。《借阅规则》同时废止。\n"
    (finding,) = found(old, new)
    assert (finding.kind, finding.place.file) == ("outdated", "文件0.md")


PASSAGE = "退还的图书应保持完整，不得涂画、折叠或者撕毁；书中夹带的书签、票据由读者自行取回，书店不负保管责任。"


def test_a_passage_that_stands_twice() -> None:
    (finding,) = found(f"# 甲\n\n{PASSAGE}\n", f"# 乙\n\n{PASSAGE}\n")
    assert (finding.kind, finding.severity) == ("duplicate", "note")
    assert found(f"# 甲\n\n{PASSAGE}\n", f"# 乙\n\n{PASSAGE}\n", passage=200) == ()


def test_a_copy_with_another_number_is_worse() -> None:
    text = "会员每年可以预约两次免费的图书养护，包括除尘、压平、补页和重新装订，需提前{}天通过小程序预约并到店交书。"
    (finding,) = found(f"# 甲\n\n{text.format(3)}\n", f"# 乙\n\n{text.format(5)}\n")
    assert (finding.kind, finding.severity) == ("duplicate", "warning")


def test_copies_side_by_side_are_one_finding() -> None:
    both = f"{PASSAGE}\n\n{PASSAGE.replace('图书', '期刊')}"
    (finding,) = found(f"# 甲\n\n{both}\n", f"# 乙\n\n{both}\n")
    assert "期刊" in finding.evidence[0].quote


def test_a_notice_of_the_house_is_no_copy() -> None:
    assert found(*(f"# 文件{number}\n\n{PASSAGE}\n" for number in "甲乙丙丁")) == ()


@pytest.mark.parametrize(
    "table",
    [
        "| 北门店 | 2小时 |\n| --- | --- |\n| 东门店 | 3小时 |\n| 河畔店 | 1小时 |",
        "| | |\n| --- | --- |\n| 北门店 | 2小时 |\n| 东门店 | 3小时 |",
        "| 门店 | | 停车 |\n| --- | --- | --- |\n| 北门店 | 8元 | 2小时 |\n| 东门店 | 9元 | 3小时 |",
    ],
)
def test_a_table_without_header(table: str) -> None:
    assert kinds(f"# 停车\n\n{table}\n") == ["no_header"]


@pytest.mark.parametrize(
    "table",
    [
        "| 门店 | 停车 |\n| --- | --- |\n| 北门店 | 2小时 |\n| 东门店 | 3小时 |",
        "| | 2023年 | 2024年 |\n| --- | --- | --- |\n| 北门店 | 30 | 40 |\n| 东门店 | 50 | 60 |",
        "| | |\n| --- | --- |\n| 名称 | 青禾书灯 |\n| 保修期限 | 12个月 |",
    ],
)
def test_a_table_with_header_or_without_need_of_one(table: str) -> None:
    assert "no_header" not in kinds(f"# 停车\n\n{table}\n")


def test_an_id_stays_when_text_is_added_elsewhere() -> None:
    text = "书灯的保修期为12。"
    (before,), (after,) = found(f"# 说明\n\n{text}\n"), found(f"# 说明\n\n先看这里。\n\n{text}\n")
    assert before.id == after.id
    assert before.place.line != after.place.line


def test_the_worst_comes_first() -> None:
    findings = found(f"# 甲\n\n{PASSAGE}\n\n书灯的保修期为12。见附件三。\n", f"# 乙\n\n{PASSAGE}\n")
    assert [each.severity for each in findings] == ["error", "warning", "note"]
