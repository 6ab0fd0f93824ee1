"""Title, version and series from names."""

import pytest

from ingestion.naming import iso_date, series_of, stem_title, version_of


@pytest.mark.parametrize(
    ("name", "title", "version"),
    [
        ("云杉住房补贴办法(2021-03-05).md", "", "2021-03-05"),
        ("云杉住房补贴办法（2021年3月5日）.md", "", "2021-03-05"),
        ("售后手册V2.1.docx", "", "V2.1"),
        ("售后手册 v3.pdf", "", "v3"),
        ("手册.pdf", "青禾门店手册（2023版）", "2023版"),
        ("手册.pdf", "青禾门店手册", ""),
        ("VIP会员规则.md", "", ""),
    ],
)
def test_version(name: str, title: str, version: str) -> None:
    assert version_of(name, title) == version


@pytest.mark.parametrize(
    ("title", "series"),
    [
        ("中华人民共和国云杉保护法", "云杉保护法"),
        ("云杉保护法(2019-01-02)", "云杉保护法"),
        ("青禾售后手册V2.1", "青禾售后手册"),
        ("青禾售后手册（2023版）", "青禾售后手册"),
        ("青禾售后手册 2024年修订版", "青禾售后手册"),
        ("云杉 补贴 办法", "云杉补贴办法"),
    ],
)
def test_series_is_the_same_for_all_versions(title: str, series: str) -> None:
    assert series_of(title) == series


def test_stem_without_date() -> None:
    assert stem_title("目录/云杉办法(2021-03-05).md") == "云杉办法"
    assert stem_title("C:\\档案\\云杉办法.docx") == "云杉办法"
    assert stem_title("(2021-03-05).md") == "(2021-03-05)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2008年1月1日 施行", "2008-01-01"), ("2008-1-1", "2008-01-01"), ("2008年13月1日", ""), ("无日期", "")],
)
def test_iso_date(text: str, expected: str) -> None:
    assert iso_date(text) == expected
