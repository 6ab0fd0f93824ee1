"""What a table is about, for values that have no row name of their own."""

import re
from collections.abc import Sequence

from core.chunk import Chunk
from core.table import is_total, is_value
from core.text import fold
from extraction.tables.cell_value import EMPTY
from extraction.tables.reading import Pair

_NAMING = re.compile(
    r"^(?:中文名称?|名称|姓名|品名|(?:公司|产品|设备|商品|项目|单位|企业|客户|门店)(?:中文)?(?:名称|全称|名))$"
)
_PERIOD = re.compile(r"^(?:期末|期初|年末|年初|本期|上期|本年|上年)[^：:]{0,6}$|^其他$")
_LONGEST = 60


def topic_of(chunk: Chunk, caption: str) -> str:
    """Return what the table of ``chunk`` is about: its caption, the heading above it, or the document's title."""
    heading = chunk.heading_path[-1].strip() if chunk.heading_path else ""
    title = chunk.text.split("\n", 1)[0].strip()
    candidates = (caption.strip(), heading, "" if title.startswith("|") else title)
    return next((text for text in candidates if text and len(text) <= _LONGEST), "")


def named_in(pairs: Sequence[Pair]) -> dict[tuple[str, ...], str]:
    """Return the names that pairs give to what they describe (产品名称 | 青禾音箱), by what stands above them."""
    found: dict[tuple[str, ...], str] = {}
    for pair in pairs:
        names = fold(pair.names[-1]).rstrip(":")
        alone = len(pair.names) == 1 and pair.owner is None and pair.above is None
        if alone and _NAMING.match(names) and pair.value not in EMPTY and not is_value(pair.value):
            found.setdefault(pair.column, pair.value)
    return found


def is_generic(subject: str) -> bool:
    """Return whether a row name says little without the table it stands in (合计, 期末余额)."""
    return is_total(subject) or bool(_PERIOD.match("".join(subject.split())))
