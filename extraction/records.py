"""Facts from records: one subject, one attribute per field."""

from collections.abc import Iterator, Mapping

from core.chunk import Chunk
from core.quantity import parse
from extraction.draft import Draft, Surroundings
from extraction.prose import prose_facts

_SUBJECT_FIELDS = ("title", "名称", "name", "产品", "产品名称", "标题", "主题", "subject", "question", "问题")
_NOT_FACTS = frozenset(
    {
        "id", "type", "title", "question", "answer", "keywords", "category", "source", "version", "priority",
        "format_version", "product_line", "tags", "问题", "答案", "关键词",
    }
)  # fmt: skip
_ANSWER_FIELDS = ("answer", "答案", "content", "内容")
LONGEST_VALUE = 80
_LIST, _LEAST_ITEMS, _LONGEST_ITEM = "、", 3, 60


def record_facts(chunk: Chunk, around: Surroundings) -> Iterator[Draft]:
    """Yield a draft per short field, and the prose facts of the answer field of a question–answer record."""
    fields = dict(chunk.fields)
    subject = record_subject(fields)
    for name, value in fields.items():
        # A list that was cut between two chunks ends in the mark that parts its items.
        value = value.strip(_LIST) if _is_list(value) else value
        if name in _NOT_FACTS or name in _SUBJECT_FIELDS or not value:
            continue
        if len(value) > LONGEST_VALUE and not _is_list(value):
            continue
        start = max(chunk.text.find(f"{name}：{value}"), 0)
        end = min(start + len(name) + 1 + len(value), len(chunk.text))
        if value in chunk.text[start:end]:
            yield Draft(subject, name, value, start, end, "record", 0.9, parse(value))
    yield from _answer_facts(chunk, fields, subject, around)


def record_subject(fields: Mapping[str, str]) -> str:
    """Return what a record is about: its title or name, else its first filled field."""
    for name in _SUBJECT_FIELDS:
        if fields.get(name):
            return fields[name]
    return next(filter(None, fields.values()), "")


def _is_list(value: str) -> bool:
    """Return whether ``value`` lists short items: it is one value then, however long."""
    items = value.strip(_LIST).split(_LIST)
    return len(items) >= _LEAST_ITEMS and all(len(item) <= _LONGEST_ITEM for item in items)


def _answer_facts(chunk: Chunk, fields: Mapping[str, str], subject: str, around: Surroundings) -> Iterator[Draft]:
    for name in _ANSWER_FIELDS:
        answer = fields.get(name, "")
        at = chunk.text.find(answer) if answer else -1
        if at < 0:
            continue
        for draft in prose_facts(answer, Surroundings(subject, around.heading_path, around.metadata)):
            yield Draft(
                draft.subject, draft.attribute, draft.value, draft.start + at, draft.end + at, f"record.{draft.rule}",
                draft.confidence, draft.quantity, draft.conditions,
            )  # fmt: skip
