"""Which cells of a table name others, for tables of every shape."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.document import Cell, Table
from core.table import laid_out


def heads(table: Table) -> set[str]:
    return {cell.text for cell in laid_out(table).cells if cell.head}


def test_names_on_top(table: Callable[..., Table]) -> None:
    marked = laid_out(table("产品 价格 保修期", "星河手机 1999元 12个月", "青岚平板 2599元 24个月"))
    assert {cell.text for cell in marked.cells if cell.head} == {"产品", "价格", "保修期"}
    assert marked.header_rows == 1


def test_names_of_two_levels(table: Callable[..., Table]) -> None:
    marked = laid_out(
        table("项目<2x1> 期末<1x2> 期初<1x2>", "金额 比例 金额 比例", "存货 12 3% 14 5%", "现金 1 2% 3 4%")
    )
    assert marked.header_rows == 2
    assert marked.columns() == ["项目", "期末 金额", "期末 比例", "期初 金额", "期初 比例"]


def test_names_beside_values(table: Callable[..., Table]) -> None:
    watch = table(
        "品牌 青禾 机芯类型 石英 防水深度 200米",
        "型号 QH-1 表壳材质 树脂 发售日期 2020.8",
        "价格 890元 颜色 白色 直径 44mm",
    )
    assert heads(watch) == {"品牌", "机芯类型", "防水深度", "型号", "表壳材质", "发售日期", "价格", "颜色", "直径"}
    assert laid_out(watch).header_rows == 0


def test_a_first_row_over_all_columns_is_the_caption(table: Callable[..., Table]) -> None:
    marked = laid_out(table("借款明细表<1x3>", "银行 金额 日期", "白桦银行 100 2022.1.2", "青禾银行 200 2022.1.3"))
    assert marked.caption == "借款明细表"
    assert marked.header_rows == 2
    assert marked.columns() == ["银行", "金额", "日期"]


def test_a_title_of_one_of_several_parts_is_no_caption(table: Callable[..., Table]) -> None:
    marked = laid_out(table("基本参数<1x4>", "乘员 1人 长度 18.9米", "性能参数<1x4>", "航程 1600公里 升限 19812米"))
    assert marked.caption == ""
    assert {"基本参数", "性能参数", "乘员", "长度", "航程", "升限"} == {cell.text for cell in marked.cells if cell.head}


def test_names_that_come_anew_further_down(table: Callable[..., Table]) -> None:
    sheet = table(
        "资产类 年初数 年末数", "现金 454 78", "存货 526 41", "负债类 年初数 年末数", "借款 458 875", "账款 44 33"
    )
    assert heads(sheet) == {"资产类", "年初数", "年末数", "负债类"}


def test_parameters_under_one_wide_name(table: Callable[..., Table]) -> None:
    devices = table(
        "设备名称 投产日期 主要参数<1x2>",
        "1号充电机<2x1> 2013年1月2日<2x1> 型号 HD22",
        "输出电压 232V",
        "2号充电机<2x1> 2014年1月2日<2x1> 型号 HD23",
        "输出电压 286V",
    )
    assert heads(devices) == {"设备名称", "投产日期", "主要参数", "型号", "输出电压"}


def test_tables_side_by_side_under_their_titles(table: Callable[..., Table]) -> None:
    both = table(
        "基本信息<1x2> 型号一览<1x3>",
        "中文名 高速列车 型号 速度 备注",
        "用途 载客运输 Q1 250 国产",
        "里程 4万公里 Q2 350 国产",
    )
    assert heads(both) == {"基本信息", "型号一览", "中文名", "用途", "里程", "型号", "速度", "备注"}


def test_a_group_of_rows_with_names_of_its_own(table: Callable[..., Table]) -> None:
    spans = table(
        "乘员 2人<1x2> 空重 181千克", "翼展<2x1> 后掠角20度 19.54米 航程 2537公里", "后掠角68度 11.65米 推重比 0.75"
    )
    assert heads(spans) == {"乘员", "空重", "翼展", "后掠角20度", "航程", "后掠角68度", "推重比"}


def test_what_the_source_says_itself_is_kept(table: Callable[..., Table]) -> None:
    marked = laid_out(table("渠道 青禾商城", "编号 白桦店"), sure=True)
    assert marked.header_rows == 1


def test_marking_twice_changes_nothing(table: Callable[..., Table]) -> None:
    once = laid_out(table("品牌 青禾 颜色 白色", "价格 890元 产地 临溪"))
    assert laid_out(once) == once


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw tables of up to six by six places, cells merged at random and texts of every kind."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    texts = st.sampled_from(
        ["", "合计", "项目", "金额（元）", "12", "-", "2024年", "青禾公司", "是", "型号：", "一、资产", "长文" * 60]
    )
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for row in range(height):
        for col in range(width):
            if (row, col) in taken or draw(st.integers(0, 9)) == 0:
                continue
            down, across = draw(st.integers(1, height - row)), draw(st.integers(1, width - col))
            covered = {(row + i, col + j) for i in range(down) for j in range(across)}
            if covered & taken:
                down = across = 1
                covered = {(row, col)}
            taken |= covered
            cells.append(Cell(draw(st.one_of(texts, st.text(max_size=8))), row, col, down, across))
    table = Table(tuple(cells))
    return Table(tuple(cells), draw(st.integers(0, table.row_count)))


@given(tables())
def test_any_table_keeps_its_cells(table: Table) -> None:
    marked = laid_out(table)
    plain = [(cell.text, cell.row, cell.col, cell.row_span, cell.col_span) for cell in marked.cells]
    assert plain == [(cell.text, cell.row, cell.col, cell.row_span, cell.col_span) for cell in table.cells]
    assert 0 <= marked.header_rows <= table.row_count


@pytest.mark.parametrize("cells", [(), (Cell("", 0, 0),), (Cell("只有一格", 0, 0),)])
def test_tables_of_nothing(cells: tuple[Cell, ...]) -> None:
    assert laid_out(Table(cells)).cells == cells
