"""Code, formulas, tables and pictures are whole up to the hard limit, and cut at lines or cells above it."""

import pytest

from tests.unit.ingestion.cutting.conftest import Cut


@pytest.mark.parametrize("lines", [100, 300])
def test_code_up_to_the_limit_is_whole(cut: Cut, lines: int) -> None:
    code = "```sh\n" + "\n".join(f"qinghe --step {n:04d}" for n in range(lines)) + "\n```"
    assert 512 < len(code) <= 7500
    cutting = cut(f"# 安装\n\n先备份全部资料再安装。\n\n{code}\n\n安装之后重新启动电脑。")
    assert sum(code in chunk.text for chunk in cutting.chunks) == 1


def test_code_over_the_limit_is_cut_between_lines(cut: Cut) -> None:
    lines = [f"qinghe --step {n:04d} --quiet" for n in range(900)]
    cutting = cut("# 安装\n\n```sh\n" + "\n".join(lines) + "\n```")
    assert len(cutting.chunks) > 2
    assert all(len(chunk.text) <= 7500 for chunk in cutting.chunks)
    assert [line for chunk in cutting.chunks for line in chunk.text.split("\n") if line.startswith("qinghe")] == lines


def test_a_formula_is_whole(cut: Cut) -> None:
    formula = "$$\n" + "\n".join(f"a_{n} = b_{n} + c_{n} \\cdot 2" for n in range(60)) + "\n$$"
    cutting = cut(f"# 计费\n\n年费按照下式计算。\n\n{formula}\n")
    assert sum(formula in chunk.text for chunk in cutting.chunks) == 1


def test_tables_keep_their_ids_when_a_row_is_added(cut: Cut) -> None:
    rows = [f"| 卡{n:03d} | 第{n}档的年费说明文字 | {n * 10}元 |" for n in range(200)]
    head = "# 收费\n\n| 卡 | 说明 | 年费 |\n|---|---|---|\n"
    before = {chunk.id for chunk in cut(head + "\n".join(rows)).chunks}
    after = {chunk.id for chunk in cut(head + "\n".join([*rows[:20], "| 新卡 | 新设 | 5元 |", *rows[20:]])).chunks}
    assert len(before) > 10
    assert len(before & after) > len(before) * 0.7
    first = {chunk.id for chunk in cut(head + "\n".join(["| 新卡 | 新设 | 5元 |", *rows])).chunks}
    assert len(before & first) > len(before) * 0.6
