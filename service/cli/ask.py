"""``dianmian ask``."""

from typing import Annotated

import typer

from service.cli.explain import explain
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName, Limit, Question
from service.cli.output import percent, print_json, say, table

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
    show_trace: Annotated[bool, typer.Option("--explain", help="显示推导过程 Show how it was found.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """提问 Ask a question: the answer, its grade and its sources. A refusal is an answer too (exit code 0)."""
    from service.views.answer import answer_view

    with opened() as application:
        answer = application.retriever.ask(kb, question, limit=limit)
    shown = answer_view(answer)
    if as_json:
        print_json(shown)
        return
    say(shown.answer, "")
    say(f"等级 grade: {GRADES[shown.grade]} · 置信度 confidence {percent(shown.confidence)} · 路线 route {shown.route}")
    say(*([f"原因 reason: {shown.reason}"] if shown.reason else []))
    say(*(f"冲突 conflict: {conflict}" for conflict in shown.conflicts))
    if shown.citations:
        rows = [(item.number, item.document, item.anchor, item.quote) for item in shown.citations]
        table(("#", "文档 document", "位置 place", "原文 quote"), rows)
    if show_trace:
        explain(answer)
