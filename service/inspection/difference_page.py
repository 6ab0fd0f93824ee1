"""A comparison as one HTML page."""

from collections.abc import Iterator
from html import escape

from service.inspection.page import page, quote, table
from service.inspection.words import TURN
from service.views.difference import (
    DifferenceView,
    FactChangeView,
    LocatedFactView,
    NumberChangeView,
    SectionChangeView,
    WordingChangeView,
)  # fmt: skip


def difference_page(difference: DifferenceView) -> str:
    """Return the page of one comparison."""
    return page(f"{edition(difference.old)} → {edition(difference.new)}", _body(difference))


def edition(side: object) -> str:
    """Name one of the two documents: title, version and file."""
    title, version, file = (str(getattr(side, name)) for name in ("title", "version", "file"))
    return f"{title} {version}".strip() + f"（{file}）"


def shown_number(number: NumberChangeView) -> str:
    """Write a change of a number in one line."""
    change = f"{number.old or '—'} → {number.new or '—'}"
    return f"{change}（随编号改变 renumbered）" if number.renumbering else change


def shown_fact(located: LocatedFactView | None) -> str:
    """Write a fact in one line: subject, attribute, value, conditions."""
    if located is None:
        return ""
    fact = located.fact
    held = "；".join(condition.text for condition in fact.conditions)
    return f"{fact.subject} · {fact.attribute}：{fact.value}" + (f"（{held}）" if held else "")


def _body(difference: DifferenceView) -> Iterator[str]:
    yield f"<p>{escape(summary(difference))}</p>"
    if difference.fields:
        yield "<h2>元数据 Metadata</h2>"
        rows = ([escape(each.name), escape(each.old), escape(each.new)] for each in difference.fields)
        yield table(("字段 field", "旧 old", "新 new"), rows)
    if difference.facts:
        yield "<h2>事实 Facts</h2>"
        yield table(("变化 change", "旧 old", "新 new"), (_fact_row(each) for each in difference.facts))
    if difference.sections:
        yield "<h2>文字 Text</h2>"
        for section in difference.sections:
            yield from _section(section)
    if difference.renumbered:
        yield "<h2>编号 Renumbered</h2>"
        yield table(("旧 old", "新 new"), ([escape(each.old), escape(each.new)] for each in difference.renumbered))


def summary(difference: DifferenceView) -> str:
    """Say in one line how much changed."""
    if difference.result == "same":
        return "内容相同 nothing changed"
    return (
        f"事实变化 facts changed {len(difference.facts)} · 数字变化 numbers changed {difference.numbers_changed} · "
        f"改动的章节 sections changed {len(difference.sections)} · 重新编号 renumbered {len(difference.renumbered)} · "
        f"移动 moved {difference.moved} · 未变的事实 facts kept {difference.facts_kept}"
    )


def _fact_row(change: FactChangeView) -> list[str]:
    return [f'<span class="tag">{escape(TURN[change.turn])}</span>', _fact(change.old, "old"), _fact(change.new, "new")]


def _fact(located: LocatedFactView | None, side: str) -> str:
    if located is None:
        return ""
    return escape(shown_fact(located)) + quote(located.fact.quote, located.place.label, side)


def heading(section: SectionChangeView) -> str:
    """Name a section by its headings; both ways where they differ."""
    old, new = _path(section.old_heading), _path(section.new_heading)
    return f"{old} → {new}" if old and new and old != new else (new or old or "")


def _path(headings: list[str] | None) -> str:
    return "" if headings is None else " › ".join(headings) or "（开头 opening）"


def _section(section: SectionChangeView) -> Iterator[str]:
    yield f'<h3><span class="tag">{escape(TURN[section.turn])}</span> {escape(heading(section))}</h3>'
    for wording in section.wordings:
        yield _wording(wording)


def _wording(wording: WordingChangeView) -> str:
    old = [number.old for number in wording.numbers if number.old]
    new = [number.new for number in wording.numbers if number.new]
    parts = [quote(wording.old.text, wording.old.place.label, "old", old, "del")] if wording.old else []
    parts += [quote(wording.new.text, wording.new.place.label, "new", new, "ins")] if wording.new else []
    numbers = "".join(f"<li>{escape(shown_number(number))}</li>" for number in wording.numbers)
    return "\n".join(parts) + (f"<ul>{numbers}</ul>" if numbers else "")
