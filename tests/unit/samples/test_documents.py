"""The documents: kinds and sizes as meant, the planted faults in place and no others where it is easy to see."""

import csv
import json
import re
from pathlib import Path

import docx
import openpyxl
import pdfplumber
import yaml

RECORD_FIELDS = {
    "id", "type", "title", "question", "answer", "keywords", "category", "product_line", "version", "priority",
}  # fmt: skip


def test_formats_are_mixed(texts: dict[str, str]) -> None:
    suffixes = {Path(name).suffix for name in texts}
    assert suffixes == {".md", ".html", ".json", ".csv", ".docx", ".xlsx", ".pdf"}
    assert len(texts) >= 15


def test_no_document_has_lost_characters(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        assert len(text) > 600, name
        assert not re.search("[\ufffd\u25a0\x00]|\\(cid:", text), name


def test_the_pdf_table_runs_over_a_page_break_with_its_header_repeated(root: Path) -> None:
    with pdfplumber.open(root / "samples/shop/配送时效与运费.pdf") as file:
        first, second = file.pages[0].extract_tables()[-1], file.pages[1].extract_tables()[0]
        assert all("第 " + str(page.page_number) + " 页" in page.extract_text() for page in file.pages)
    assert first[0] == second[0]
    assert len(first) + len(second) - 2 == 24


def test_the_workbook_has_merged_headers_and_one_hidden_sheet(root: Path) -> None:
    book = openpyxl.load_workbook(root / "samples/shop/价格与保修一览.xlsx")
    assert [sheet.sheet_state for sheet in book.worksheets] == ["visible", "visible", "hidden"]
    assert {"E2:G2", "H2:I2"} <= {str(area) for area in book.worksheets[0].merged_cells.ranges}
    assert book.worksheets[0]["A4"].value == "010101"


def test_every_numbered_list_of_the_handbook_counts_from_one(root: Path) -> None:
    document = docx.Document(str(root / "samples/shop/保修服务手册.docx"))
    numbers = [
        paragraph._p.pPr.numPr.numId.val for paragraph in document.paragraphs if paragraph.style.name == "List Number"
    ]
    assert len(numbers) == 11
    assert len(set(numbers)) == 2


def test_records_have_all_fields_and_unique_ids(root: Path) -> None:
    records = json.loads((root / "samples/shop/常见问题.json").read_text(encoding="utf-8"))
    assert len({record["id"] for record in records}) == len(records) >= 20
    assert all(set(record) == RECORD_FIELDS for record in records)


def test_part_codes_keep_their_zeros_and_are_unique(root: Path) -> None:
    with (root / "samples/shop/备件与维修价格.csv").open(encoding="utf-8", newline="") as file:
        codes = [row["备件编码"] for row in csv.DictReader(file)]
    assert len(set(codes)) == len(codes) >= 20
    assert all(re.fullmatch(r"00\d{3}", code) for code in codes)


def test_the_two_refund_policies_do_not_overlap_in_time(root: Path) -> None:
    old, new = (
        yaml.safe_load((root / f"samples/shop/退款政策{year}版.md").read_text(encoding="utf-8").split("---")[1])
        for year in (2023, 2025)
    )
    assert old["title"] == new["title"]
    assert old["valid_from"] < old["valid_to"] < new["valid_from"]


def test_the_planted_contradiction_stands_in_two_current_documents(texts: dict[str, str]) -> None:
    pattern = re.compile(r"电子普通发票的补开期限为订单签收后(\d+天)")
    found = {name: pattern.findall(text) for name, text in texts.items() if pattern.search(text)}
    assert found == {"发票说明.html": ["90天"], "常见问题.json": ["60天"]}


def test_handbook_and_price_list_agree_on_warranty(texts: dict[str, str]) -> None:
    def periods(name: str, product: int, whole: int, battery: int) -> dict[str, tuple[str, str]]:
        rows = [line.split("\t") for line in texts[name].splitlines() if re.search(r"\t\d+个月\t", line)]
        return {row[product]: (row[whole], row[battery]) for row in rows if len(row) > battery}

    handbook = periods("保修服务手册.docx", 1, 2, 4)
    prices = periods("价格与保修一览.xlsx", 2, 7, 8)
    assert len(handbook) == 13
    assert handbook == prices


def test_records_and_parts_list_agree_with_prose_on_what_both_say(texts: dict[str, str]) -> None:
    assert "满600元的订单可以用信用卡分期" in texts["常见问题.json"]
    assert "3期\t满600元\t0%" in texts["价格与保修一览.xlsx"]
    assert "送到任意一家直营门店" in texts["退款政策2025版.md"]
    returns = texts["门店服务指南.html"].split("代收线上退货")[1].split("到店自提")[0]
    assert len(re.findall(r"店\n(?:支持|不支持)\n支持\n", returns)) == 6
