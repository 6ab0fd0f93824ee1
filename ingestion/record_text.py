"""A record as lines a person reads, and which of its fields are read by the embedding model."""

LABELS = {
    "title": "标题",
    "question": "问题",
    "answer": "答案",
    "keywords": "关键词",
    "category": "分类",
    "product_line": "产品线",
    "version": "版本",
    "type": "类型",
    "source": "来源",
    "priority": "优先级",
    "id": "编号",
}
TITLE_FIELDS = ("title", "question", "name", "标题", "问题", "名称")
SEARCHED_FIELDS = ("title", "question", "answer", "keywords", "标题", "问题", "答案", "关键词")
UNSEARCHED_FIELDS = frozenset({"id", "source", "priority", "format_version", "编号", "来源", "url", "uuid"})

Fields = tuple[tuple[str, str], ...]


def record_line(name: str, value: str) -> str:
    """Return one field as ``label：value``."""
    return f"{LABELS.get(name, name)}：{value}"


def record_text(fields: Fields) -> str:
    """Return all fields, one line each, in the order given."""
    return "\n".join(record_line(name, value) for name, value in fields)


def searched(fields: Fields) -> Fields:
    """Return the fields to embed: title, question, answer and keywords where there is an answer, else all but ids."""
    if any(name in ("answer", "答案") for name, _ in fields):
        return tuple(field for field in fields if field[0] in SEARCHED_FIELDS)
    return tuple(field for field in fields if field[0].lower() not in UNSEARCHED_FIELDS)
