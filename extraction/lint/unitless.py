"""Numbers that need a unit and have none."""

import re
from collections.abc import Iterator, Sequence

from core.document import Block, Document
from core.quantity import Found, find, numeral, parse
from core.text import fold
from extraction.inspected import Inspected, place_in
from extraction.lint.finding import Evidence, Finding, Saying, finding
from extraction.lint.passage import Sentence, prose_sentences

# What is measured in days, money or weight; numbers of times, grades and codes stand alone rightly.
_MEASURED = (
    r"(?:期|期限|时限|时间|时长|时效|周期|年限|费|费用|运费|金额|价格|售价|单价|标价|押金|定金|补贴|限额|额度|重量|净重|面积|"
    r"长度|宽度|高度|距离|容量|功率|温度|保修|年休假|产假|(?:费|补贴|津贴|罚款|收费)的?标准)"
)
_LINK = r"(?:一般|通常|均|统一|应)?(?:为|是|约为|不超过|不得超过|不少于|不低于|至少|最长|最短|最高|最低|最多|：|:)"
_STATED = re.compile(
    rf"{_MEASURED}{_LINK}\s*(?P<number>\d(?:[\d,.]*\d)?|[一二两三四五六七八九十百千万]+)(?=\s*(?:[。；;，,]|$))"
)
_BOUNDED = re.compile(
    r"(?:不超过|不得超过|不少于|至少|最长|最迟|在|于|后|起|之日起)\s*(?P<number>\d+|[二三四五六七八九十]+)"
    r"(?=(?:内|以内|之内)(?![容部存地外科蒙涵燃角]))"
)
_COLUMN = re.compile(
    r"(?:期|期限|时限|时长|时效|周期|年限|费|费用|金额|价|价格|售价|单价|押金|补贴|限额|额度|重量|面积|长度|宽度|高度|容量|功率)$"
)
_UNIT_SAID = re.compile(r"单位|[（(\[][^（）()\[\]]{1,8}[)）\]]|/[^\s/]{1,4}$|以.{1,4}计|[%％℃]")
_ADD_UNIT = Saying("写明单位（天、工作日、元、kg……）。", "Write the unit (days, working days, yuan, kg …).")
_SHARE = 0.6
_FEWEST = 2


def numbers_without_unit(documents: Sequence[Inspected]) -> tuple[Finding, ...]:
    """Report ``保修期为12。``, ``不超过30内`` and columns of bare numbers whose name asks for a unit."""
    return tuple(found for each in documents for found in (*_in_prose(each.document), *_in_tables(each.document)))


def _in_prose(document: Document) -> Iterator[Finding]:
    for sentence in prose_sentences(document):
        for match in (*_STATED.finditer(sentence.text), *_BOUNDED.finditer(sentence.text)):
            if _bare(sentence, match):
                problem = Saying(
                    f"数字“{match['number']}”没有单位：{match.group()}。",
                    f"The number “{match['number']}” has no unit.",
                )
                shown = [Evidence(sentence.place(document), sentence.text)]
                yield finding("no_unit", "warning", problem, _ADD_UNIT, shown, match.group())


def _bare(sentence: Sentence, match: re.Match[str]) -> bool:
    """Return whether the number is read as one without unit, or not read as a quantity at all."""
    at = match.start("number")
    found: Found | None = next((each for each in find(sentence.text) if each.start <= at < each.end), None)
    return numeral(match["number"]) is not None and (found is None or found.quantity.dimension == "number")


def _in_tables(document: Document) -> Iterator[Finding]:
    previous: Block | None = None
    for block in document.blocks:
        if block.table is not None and block.table.header_rows:
            yield from _in_table(document, block, previous)
        previous = block


def _in_table(document: Document, block: Block, previous: Block | None) -> Iterator[Finding]:
    table = block.table
    assert table is not None  # noqa: S101  the caller sends tables only
    around = " ".join((table.unit_hint, table.caption, previous.text if previous else "", *block.heading_path[-1:]))
    if table.unit_hint or _UNIT_SAID.search(around):
        return
    grid = table.grid()
    for at, name in enumerate(table.columns()):
        values = [row[at].strip() for row in grid[table.header_rows :] if row[at].strip()]
        if not _COLUMN.search(fold(name)) or _UNIT_SAID.search(name) or not _mostly_bare(values):
            continue
        problem = Saying(
            f"列“{name}”的数字没有单位：{'、'.join(values[:3])}。", f"The numbers of column “{name}” have no unit."
        )
        place = place_in(document, block, block.span.char_start, block.span.char_end)
        yield finding("no_unit", "warning", problem, _ADD_UNIT, [Evidence(place, f"{name}：{'、'.join(values[:3])}")])


def _mostly_bare(values: Sequence[str]) -> bool:
    quantities = [parse(value) for value in values]
    bare = sum(quantity is not None and quantity.dimension == "number" for quantity in quantities)
    return len(values) >= _FEWEST and bare >= _FEWEST and bare >= _SHARE * len(values)
