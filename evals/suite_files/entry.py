"""One entry of a suite: its fields, described once for reading and for the schema, and what they need of each other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import InvalidInput
from evals.suite_files.case import ABSENT, Case, Gold, GoldFact
from evals.suite_files.fault import Faults, fault_at, field_faults, nearest
from evals.suite_files.node import Node
from evals.suite_files.shape import Many, Row, Rows, Shape, Words

VALUE = Words(numbers=True)


@dataclass(frozen=True, slots=True)
class Field:
    """A field: what it may hold, whether it must stand there, and what it means, for people."""

    shape: Shape[Any]
    zh: str
    en: str
    required: bool = False


FIELDS: Mapping[str, Field] = {
    "id": Field(VALUE, "唯一的编号", "A name that no other question has.", required=True),
    "question": Field(Words(), "问题，照用户的说法", "The question, as people type it.", required=True),
    "kind": Field(Words(), "类别，各类另计；absent 表示应当拒答", "Any word; absent must be refused.", required=True),
    "expect": Field(Many(VALUE), "答案必须说出的每个值，照原文写", "Every value the answer must state, as written."),
    "document": Field(Words(blank=True), "答案所在文件的名称", "The name of the file that holds the answer."),
    "anchor": Field(
        Words(numbers=True, blank=True), "所在之处：标题、行名、记录编号或原文",
        "The place: a heading, a row's name, a record's id or words of the text.",
    ),
    "also": Field(
        Rows(Row({"document": Words(), "anchor": Words(numbers=True, blank=True)})), "其他正确出处，每处 [文件, 位置]",
        "Other right places, [document, anchor] each.",
    ),
    "text": Field(
        Many(Many(VALUE, least=1)), "同一处必须一起出现的词，每组一列",
        "Groups of words that stand together in one piece of a right document.",
    ),
    "facts": Field(
        Rows(Row({"subject": VALUE, "attribute": VALUE, "value": VALUE}, by_name=True)),
        "点层应有的事实，每条 [主体, 属性, 值]", "What the point layer should hold, [subject, attribute, value] each.",
    ),
    "tags": Field(Many(VALUE), "标签，各标签另计", "Tags, for figures of their own."),
}  # fmt: skip
REQUIRED = tuple(name for name, field in FIELDS.items() if field.required)
# What an absent question has none of, and every other needs the first two of.
GOLD = ("expect", "document", "anchor", "also", "text", "facts")
NEEDED = GOLD[:2]


def read_entry(node: Node) -> tuple[Case | None, tuple[InvalidInput, ...]]:
    """Return the question that ``node`` describes, or everything that is wrong with it."""
    if node.kind != "mapping":
        advice = "write {id: …, question: …, kind: …, expect: […], document: …}"
        return None, (fault_at(node, "a question needs id, question and kind", advice),)
    faults: Faults = []
    read = {name: FIELDS[name].shape.read(part, faults) for name, part in node.fields if _said(name, part)}
    faults += field_faults(node, FIELDS, REQUIRED)
    if read.get("kind") is not None:
        faults += _gold_faults(node, read)
    return (None, tuple(faults)) if faults else (_case(read), ())


def identity(node: Node) -> tuple[str, Node] | None:
    """Return the id that an entry has, right or wrong in other things, and where it stands."""
    found = dict(node.fields).get("id")
    return (found.text, found) if found is not None and VALUE.read(found, []) is not None else None


def _said(name: str, part: Node) -> bool:
    """Whether a known field says something; what may be left out may also be null."""
    return name in FIELDS and (FIELDS[name].required or part.kind != "null")


def _gold_faults(node: Node, read: Mapping[str, Any]) -> Iterator[InvalidInput]:
    """Yield what is wrong with the fields together; a field that is wrong by itself counts as present."""
    parts = dict(node.fields)
    present = [name for name in GOLD if name in read and _holds(read[name])]
    if read["kind"] == ABSENT:
        for name in present:
            advice = "take it away; a question that the documents answer is of another kind"
            yield fault_at(parts[name], f"an absent question has no {name}", advice)
        return
    missing = [name for name in NEEDED if name not in present]
    if nearest(read["kind"], [ABSENT]) and not present:
        yield fault_at(parts["kind"], f"kind {read['kind']!r} needs expect and document", f"did you mean {ABSENT}?")
        return
    for name in missing:
        place = parts[name].place if name in parts else node.place.named(name)
        words = "a value the answer must state" if name == "expect" else "the document that answers it"
        advice = f"write {name}; if the documents do not answer it, its kind is {ABSENT}"
        yield InvalidInput(f"a question needs {name}: {words}", place=str(place), advice=advice)


def _holds(value: Any) -> bool:
    return value is None or bool(value.strip() if isinstance(value, str) else value)


def _case(read: Mapping[str, Any]) -> Case:
    document = (read.get("document") or "").strip() and read["document"]
    first = [Gold(document, read.get("anchor") or "")] if document else []
    return Case(
        read["id"],
        read["question"],
        read["kind"],
        read.get("expect", ()),
        (*first, *(Gold(*pair) for pair in read.get("also", ()))),
        read.get("text", ()),
        tuple(GoldFact(*row) for row in read.get("facts", ())),
        read.get("tags", ()),
    )
