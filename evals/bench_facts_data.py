"""Facts without end for the benches: the same ones in every run, sent to the database by ``COPY``.

Names are invented. A subject has the same few values for an attribute, under conditions that differ, in several
documents. What stands in the chunks of ``load`` is filler, for no query on facts reads it; ``copy_facts`` puts facts
into chunks that are there.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table

from core.fact import Condition, Fact, Scope
from core.identity import stable_id
from core.quantity import parse
from store import knowledge_bases
from store.engine import Database
from store.fact_keys import draw_of, statement_key, topic_of
from store.fact_rows import row_of
from store.tables import CHUNK, DOCUMENT, FACT

SUBJECTS = 2000
DOCUMENTS = 400
CHUNKS_PER_DOCUMENT = 25
_CHUNKS = DOCUMENTS * CHUNKS_PER_DOCUMENT
_LEFT_OUT = ("updated_at", "block", "first_place")
_MAKERS = "青禾 星河 云杉 银杏 白鹭 南屏 北塔 松果 海棠 远帆".split()
_GOODS = "净水器 空调 冰箱 洗衣机 电视 烤箱 吸尘器 热水器 音箱 路由器".split()
_LINES = ("家电", "数码", "厨卫", None)
_REGIONS = ("华东", "华南", None, None)
_MEMBERS = tuple(Condition(text) for text in ("普通会员", "金叶会员", "企业客户"))
# How a value is written, and the steps its numbers go up in.
_FORMS = {
    "{}天": (1, "退货期限 换货期限 试用期 保价期 异议期 预约提前期 积分有效期 投诉时限"),
    "{}个月": (1, "保修期 免费维护期 分期期数上限 电池质保期"),
    "{}小时": (2, "响应时长 续航时长 充电时长 发货时限"),
    "{}个工作日": (1, "退款到账时效 维修周期 开票时效 审核时效"),
    "{}元": (50, "价格 运费 安装费 押金 上门费 检测费 违约金"),
    "{}%": (1, "手续费率 定金比例 折旧率 返现比例"),
    "{}kg": (2, "净重 承重"),
    "{}GB": (4, "存储容量 内存"),
    "{}瓦": (100, "额定功率 待机功率"),
    "{}台": (1, "限购数量 最小起订量"),
    "{}": (1, "上门服务"),
}  # fmt: skip
_STEPS = 60
ATTRIBUTES = {name: (form, step) for form, (step, names) in _FORMS.items() for name in names.split()}
_WORDS = ("支持", "不支持", "视地区而定")
_WRITTEN = (*["{}"] * 9, "不超过{}", "至少{}", "{}至{}")


@dataclass(frozen=True, slots=True)
class Corpus:
    """A loaded knowledge base: its id and how many facts it holds."""

    kb_id: int
    facts: int


@dataclass(frozen=True, slots=True)
class Place:
    """The chunk a fact stands in, with the words at its beginning that are quoted; no quote: those of the fact."""

    chunk_id: str
    document_id: str
    quote: str = ""


def subject(number: int) -> str:
    """Return the name of subject ``number``."""
    return f"{_MAKERS[number % 10]}{_GOODS[number // 10 % 10]}{number // 100:02d}型"


def load(database: Database, tenant: str, facts: int) -> Corpus:
    """Store documents, chunks and ``facts`` facts for ``tenant`` under the indexes as they are."""
    with database.session(tenant) as session:
        kb_id = knowledge_bases.create(session, "产品目录").id
    with database.owner() as owner:
        for table, lines in ((DOCUMENT, _documents(kb_id)), (CHUNK, _chunks(kb_id))):
            _copy(owner, table, lines)
        copy_facts(owner, kb_id, facts, SUBJECTS, _place)
    return Corpus(kb_id, facts)


def copy_facts(owner: Connection, kb_id: int, facts: int, subjects: int, place: Callable[[int], Place]) -> None:
    """Store ``facts`` facts about ``subjects`` subjects; ``place`` says for each number where it stands."""
    _copy(owner, FACT, _facts(kb_id, facts, subjects, place))


def statement_of(number: int, subjects: int) -> str:
    """Return fact ``number`` as a document says it."""
    about, attribute, value = _told(number, subjects)
    return f"{subject(about)}的{attribute}为{value_text(attribute, value)}"


def _copy(owner: Connection, table: Table, lines: Iterable[str]) -> None:
    connection: Any = owner.connection.driver_connection
    names = [column.name for column in table.columns if column.name not in _LEFT_OUT]
    with connection.cursor() as cursor, cursor.copy(f"COPY {table.name} ({', '.join(names)}) FROM STDIN") as copy:
        for line in lines:
            copy.write(line)


def _documents(kb_id: int) -> Iterator[str]:
    for number in range(DOCUMENTS):
        named = (kb_id, _document(number), f"目录{number}.md", f"目录{number}", "text/markdown", "", "", "", None, None)
        yield _line(*named, "{}", "目录", "[]", "bench", "[]", "{}", "", CHUNKS_PER_DOCUMENT, 2 * CHUNKS_PER_DOCUMENT)


def _chunks(kb_id: int) -> Iterator[str]:
    for number in range(_CHUNKS):
        document, ordinal = divmod(number, CHUNKS_PER_DOCUMENT)
        named = (kb_id, _chunk(number), _document(document), ordinal, "prose", "条目", "条目")
        yield _line(*named, "{}", "[]", None, "{}", "[]", None, "", "1", False, 2, "bench")


def _facts(kb_id: int, facts: int, subjects: int, place: Callable[[int], Place]) -> Iterator[str]:
    for number in range(facts):
        about, attribute, value = _told(number, subjects)
        again = number // subjects // len(ATTRIBUTES)
        cells, stands = _cells(kb_id, attribute, value, (about + again) % 16), place(number)
        quote = stands.quote or statement_of(number, subjects)
        own = {
            "id": stable_id("fct", str(number)),
            "subject": subject(about),
            "chunk_id": stands.chunk_id,
            "document_id": stands.document_id,
            "quote": quote,
            "quote_end": str(len(quote)),
            **_keys(subject(about), attribute, cells["value"], stands.chunk_id, number),
        }
        yield "\t".join((cells | own).values()) + "\n"


def _told(number: int, subjects: int) -> tuple[int, str, int]:
    """Return number of the subject, attribute and number of the value of fact ``number``."""
    about, turn = number % subjects, number // subjects
    return about, list(ATTRIBUTES)[turn % len(ATTRIBUTES)], _value_of(about, turn)


def _place(number: int) -> Place:
    chunk = number * 7919 % _CHUNKS
    return Place(_chunk(chunk), _document(chunk // CHUNKS_PER_DOCUMENT))


def _keys(about: str, attribute: str, value: str, chunk: str, number: int) -> dict[str, str]:
    statement = statement_key(chunk, about, attribute, value, [str(number)])
    return {"topic": topic_of(about, attribute), "statement": statement, "draw": str(draw_of(statement))}


def _value_of(about: int, turn: int) -> int:
    """Return which of an attribute's values a subject has: its own one, and now and then the next ones."""
    own = about * 31 + turn % len(ATTRIBUTES) * 17
    return (own + turn // len(ATTRIBUTES) % 3) % (_STEPS * len(_WRITTEN))


@cache
def _cells(kb_id: int, attribute: str, value: int, circumstance: int) -> dict[str, str]:
    """Return one row as the product writes it; what differs from fact to fact is put in by the caller."""
    written = value_text(attribute, value)
    fact = Fact(
        id="", subject="", attribute=attribute, value=written, chunk_id="", document_id="", quote="", quote_start=0,
        quote_end=0, quantity=parse(written) if attribute != "上门服务" else None, conditions=_conditions(circumstance),
        scope=Scope(product_line=_LINES[circumstance % 4], region=_REGIONS[circumstance // 4]), rule="table",
        confidence=0.5 + circumstance / 40, state="rejected" if circumstance == 15 else "candidate",
    )  # fmt: skip
    row = row_of(kb_id, fact)
    return {column.name: _cell(row[column.name]) for column in FACT.columns}


def value_text(attribute: str, value: int) -> str:
    """Return value number ``value`` of ``attribute`` as a document writes it."""
    form, step = ATTRIBUTES[attribute]
    if form == "{}":
        return _WORDS[value % len(_WORDS)]
    number = (value % _STEPS + 1) * step
    pattern = _WRITTEN[value // _STEPS]
    numbers = (number, form.format(number + 2 * step)) if pattern == "{}至{}" else (form.format(number),)
    return pattern.format(*numbers)


@cache
def _conditions(circumstance: int) -> tuple[Condition, ...]:
    """Return none, membership in words, or an interval of years since the purchase."""
    if circumstance < 4:
        return ()
    if circumstance < 8:
        return (_MEMBERS[circumstance % 3],)
    words = f"满{circumstance - 8}年不满{circumstance - 6}年"
    return (Condition(words, "购买时长", parse(words)),)


@cache
def _document(number: int) -> str:
    return stable_id("doc", str(number))


@cache
def _chunk(number: int) -> str:
    return stable_id("chk", str(number))


def _line(*values: Any) -> str:
    return "\t".join(map(_cell, values)) + "\n"


def _cell(value: Any) -> str:
    """Return ``value`` in the text form of ``COPY``; no text here holds a tab, a line end or a backslash."""
    if value is None:
        return "\\N"
    if isinstance(value, list | tuple):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
