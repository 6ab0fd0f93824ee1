"""``dianmian ask``."""

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.explain import explain
from service.cli.opening import opened
from service.cli.options import Categories, Documents, JsonFlag, KbName, Limit, On, ProductLines, Question, Tags, Where
from service.cli.output import percent, print_json, say, table

if TYPE_CHECKING:
    from core.answer import Answer

GRADES = {
    "exact_approved": "已审核事实 exact, from an approved fact",
    "exact_candidate": "自动抽取的事实 exact, from a candidate fact",
    "quoted": "原文引用 quoted passage",
    "written": "模型撰写 written by a model",
    "none": "无答案 no answer",
}


def ask(
    question: Question,
    kb: KbName,
    limit: Limit = 5,
    earlier: Annotated[
        list[str] | None,
        typer.Option("--after", help="先前的问题，可重复 An earlier question of the conversation; may be repeated."),
    ] = None,
    stream: Annotated[bool, typer.Option("--stream", help="边写边显示 Show the answer as it is written.")] = False,
    document: Documents = None,
    category: Categories = None,
    product_line: ProductLines = None,
    tag: Tags = None,
    where: Where = None,
    on: On = None,
    show_trace: Annotated[bool, typer.Option("--explain", help="显示推导过程 Show how it was found.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """提问 Ask a question: the answer, its grade and its sources. A refusal is an answer too (exit code 0).

    With --stream --json: one JSON object a line, {"event": …, "data": …}.
    """
    from retrieval.conversation import Turn
    from retrieval.events import last_answer
    from service.asked.asking import ask_stream
    from service.cli.writing import as_lines, as_text
    from service.filtering import Limits, filter_of

    history = [Turn(text) for text in earlier or ()]
    only = filter_of(Limits(document, category, product_line, tag, where, on=on))
    with opened() as application:
        events = ask_stream(application, "cli", kb, question, limit=limit, history=history, only=only)
        if stream:
            events = as_lines(events) if as_json else as_text(events)
        answer = last_answer(events)
    if not (stream and as_json):
        _show(answer, show_trace=show_trace, as_json=as_json, written=stream)


def _show(answer: "Answer", *, show_trace: bool, as_json: bool, written: bool) -> None:
    from service.views.answer import answer_view

    shown = answer_view(answer)
    if as_json:
        print_json(shown)
        return
    if shown.completed_question:
        say(f"补全的问题 understood as: {shown.completed_question}")
    if not written:
        say(shown.answer)
    say("")
    say(f"等级 grade: {GRADES[shown.grade]} · 置信度 confidence {percent(shown.confidence)} · 路线 route {shown.route}")
    say(*([f"路线依据 why: {shown.route_reason}"] if shown.route_reason else []))
    say(*([f"原因 reason: {shown.reason}"] if shown.reason else []))
    say(*(f"冲突 conflict: {conflict}" for conflict in shown.conflicts))
    say(*(f"注意 warning: {warning}" for warning in shown.warnings))
    if shown.citations:
        rows = [(item.number, item.document, item.anchor, item.quote) for item in shown.citations]
        table(("#", "文档 document", "位置 place", "原文 quote"), rows)
    if show_trace:
        explain(answer)
