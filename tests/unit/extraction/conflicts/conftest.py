"""Facts as short as what is compared in them."""

from collections.abc import Sequence
from datetime import date

from core.conflict import Standing
from core.fact import Condition, Fact, Scope
from core.identity import stable_id
from core.quantity import parse


def fact(
    value: str,
    *conditions: Condition | str,
    document: str = "doc_a",
    subject: str = "金叶会员",
    attribute: str = "退货期限",
    rule: str = "prose.measure",
    chunk: str = "",
    start: int = 0,
    scope: Scope | None = None,
) -> Fact:
    """Return a fact of one of the documents ``doc_a`` and ``doc_b``; its value is read as a quantity where it is one."""
    worded = tuple(item if isinstance(item, Condition) else Condition(item) for item in conditions)
    return Fact(
        id=stable_id("fct", document, chunk, value, str(worded), str(start), str(scope)),
        subject=subject,
        attribute=attribute,
        value=value,
        chunk_id=chunk or f"chk_{document}",
        document_id=document,
        quote=value,
        quote_start=start,
        quote_end=start + len(value),
        quantity=parse(value),
        conditions=worded,
        scope=scope or Scope(),
        rule=rule,
    )


def measured(attribute: str, text: str) -> Condition:
    """Return a condition that is an interval."""
    return Condition(text, attribute, parse(text))


def keyed(key: str, cell: str) -> Condition:
    """Return a condition as a table gives it."""
    return Condition(f"{key}：{cell}", key)


def valid(first: str | None = None, last: str | None = None) -> Scope:
    """Return a scope that is only a time."""
    ends = [date.fromisoformat(day) if day else None for day in (first, last)]
    return Scope(valid_from=ends[0], valid_to=ends[1])


def standings(*documents: Standing | str) -> dict[str, Standing]:
    """Return standings by document; a bare id stands alone."""
    items = [item if isinstance(item, Standing) else Standing(item) for item in documents]
    return {item.document_id: item for item in items}


def together(values: Sequence[str], chunk: str = "chk_list") -> list[Fact]:
    """Return facts read from one sentence."""
    return [fact(value, chunk=chunk) for value in values]
