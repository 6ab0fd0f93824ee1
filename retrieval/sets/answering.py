"""A selection to an answer: counted and complete, with its conditions restated."""

from decimal import Decimal

from retrieval.direct import quote_of
from retrieval.draft_answer import DraftAnswer, grade_of
from retrieval.findings import Findings
from retrieval.quotes import Quote
from retrieval.sets.question import SetQuestion
from retrieval.sets.selection import SHOWN_QUOTES, Row, Selection, quoted_facts
from retrieval.wording import language_of

_LONGEST_SHOWN = 60
_CONFIDENCE = 0.95

_WORDS = {
    "zh": {
        "counted": "共{count}{measure}", "condition": "（条件：{conditions}）", "none": "没有符合条件的记录",
        "desc": "按{attribute}从高到低", "asc": "按{attribute}从低到高", "tied": "，含并列",
        "first": "取前{top}{measure}",
        "yes": "是", "no": "否", "most": "{attribute}较高：{subject}", "least": "{attribute}较低：{subject}",
        "same": "{attribute}相同", "gap": "，相差{gap}", "colon": "：", "joint": "；", "comma": "，",
        "quoted": "（依据列出前{count}条记录）",
    },
    "en": {
        "counted": "{count} in all", "condition": " (conditions: {conditions})", "none": "no record fulfils this",
        "desc": "by {attribute}, highest first", "asc": "by {attribute}, lowest first", "tied": ", ties included",
        "first": "the first {top}", "yes": "Yes", "no": "No", "most": "higher {attribute}: {subject}",
        "least": "lower {attribute}: {subject}", "same": "same {attribute}", "gap": ", difference {gap}",
        "colon": ": ", "joint": "; ", "comma": ", ", "quoted": " (sources shown for the first {count} records)",
    },
}  # fmt: skip


def selected_answer(selection: Selection, findings: Findings) -> DraftAnswer:
    """Return the answer that ``selection`` is."""
    words = _WORDS[language_of(findings.question.text)]
    question = selection.question
    if question.kind == "compare":
        lines = _compared(selection, words)
    elif question.kind == "lookup":
        lines = [_member(row, words) for row in selection.rows]
    elif question.kind == "yes_no":
        lines = _judged(selection, words)
    else:
        lines = [_heading(selection, words), *(f"- {_member(row, words)}" for row in selection.rows)]
    facts = selection.facts
    quotes = _quotes(selection, findings)
    return DraftAnswer("\n".join(lines), quotes, "structured", grade_of(facts), _CONFIDENCE, facts)


def _heading(selection: Selection, words: dict[str, str]) -> str:
    question = selection.question
    count = words["counted"].format(count=len(selection.rows), measure=question.measure)
    conditions = words["joint"].join(_conditions(question, words, tied=selection.tied))
    heading = count + (words["condition"].format(conditions=conditions) if conditions else "")
    if not selection.rows:
        return f"{heading}{words['comma']}{words['none']}"
    note = words["quoted"].format(count=SHOWN_QUOTES) if len(selection.rows) > SHOWN_QUOTES else ""
    return f"{heading}{note}{words['colon']}"


def _conditions(question: SetQuestion, words: dict[str, str], *, tied: bool) -> list[str]:
    told = [criterion.shown for criterion in question.criteria]
    if question.order is not None:
        told.append(words["desc" if question.order.descending else "asc"].format(attribute=question.order.attribute))
    top = 1 if question.kind == "extreme" else question.top
    if top is not None:
        told.append(words["first"].format(top=top, measure=question.measure) + (words["tied"] if tied else ""))
    return told


def _member(row: Row, words: dict[str, str]) -> str:
    told = words["comma"].join(dict.fromkeys(f"{fact.attribute} {_short(fact.value)}" for fact in row.facts))
    return f"{row.subject}{words['colon']}{told}" if told else row.subject


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…"


def _judged(selection: Selection, words: dict[str, str]) -> list[str]:
    conditions = words["joint"].join(_conditions(selection.question, words, tied=False))
    return [
        f"{words['yes' if row.holds else 'no']}{words['comma']}{_member(row, words)}"
        + words["condition"].format(conditions=conditions)
        for row in selection.rows
    ]


def _compared(selection: Selection, words: dict[str, str]) -> list[str]:
    lines = [_member(row, words) for row in selection.rows]
    order = selection.question.order
    ends = [(_end(row, order.attribute), row.subject) for row in selection.rows] if order else []
    known = [(end, subject) for end, subject in ends if end is not None]
    if order is None or len(known) < len(selection.rows):
        return lines
    largest, smallest = max(known)[0], min(known)[0]
    if largest == smallest:
        return [words["same"].format(attribute=order.attribute), *lines]
    best = largest if order.descending else smallest
    subject = "、".join(name for end, name in known if end == best)
    said = words["most" if order.descending else "least"].format(attribute=order.attribute, subject=subject)
    return [said + (words["gap"].format(gap=largest - smallest) if len(known) == 2 else ""), *lines]


def _end(row: Row, attribute: str) -> Decimal | None:
    quantities = [fact.quantity for fact in row.facts if fact.attribute == attribute and fact.quantity is not None]
    ends = [q.canonical_high if q.canonical_high is not None else q.canonical_low for q in quantities]
    return next((end for end in ends if end is not None), None)


def _quotes(selection: Selection, findings: Findings) -> tuple[Quote, ...]:
    found: dict[tuple[str, int], Quote] = {}
    for fact in quoted_facts(selection):
        quote = quote_of(fact, findings)
        if quote is not None:
            found.setdefault((quote.passage.chunk.id, quote.start), quote)
    return tuple(found.values())
