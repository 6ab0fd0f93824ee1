"""``dianmian review``: what waits for a person, and what a person says of it."""

import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import percent, print_json, say, shortened, table

if TYPE_CHECKING:
    from service.views.fact import FactView
    from service.views.review import CorrectedView, FactDetail, PrecisionView

commands = typer.Typer(help="审核 Review of facts.", no_args_is_help=True)
FactId = Annotated[str, typer.Argument(help="事实编号 Id of the fact.", show_default=False)]
By = Annotated[str | None, typer.Option(help="决定人 Who decides; else the user's name.", show_default=False)]
Note = Annotated[str, typer.Option(help="理由 Why.")]


def reviewer_name(by: str | None) -> str:
    """Return who decides: the name given, else the name of the user who runs the program."""
    if by is not None:
        return by
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


@commands.command("list")
def list_all(
    kb: KbName,
    reason: Annotated[
        list[str] | None, typer.Option(help="原因（可多次）conflict, low_confidence or sample; may be repeated.")
    ] = None,
    limit: PageLimit = 50,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """待审队列 List the facts that wait: in open conflict first, then of low confidence, then the sample."""
    from service.review.queue import review_page
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        page = review_page(session, base, application.settings, tuple(reason or ()), after, limit)
    if as_json:
        print_json(page)
        return
    rows = [
        (item.fact.id, "、".join(item.reasons), _statement(item.fact), shortened(item.fact.quote, 80), item.document)
        for item in page.items
    ]
    table(("id", "原因 reason", "事实 fact", "原文 quote", "文档 document"), rows)
    say(f"{len(page.items)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


@commands.command("show")
def show(fact: FactId, kb: KbName, as_json: JsonFlag = False) -> None:
    """查看一条 Show a fact with its chunk, its conflicts and its history."""
    from service.review.queue import fact_detail
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        found = fact_detail(session, knowledge_bases.get(session, kb), application.settings, fact)
    print_json(found) if as_json else _show(found)


@commands.command("chunk")
def chunk(
    chunk_id: Annotated[str, typer.Argument(help="分块编号 Id of the chunk.", show_default=False)],
    kb: KbName,
    as_json: JsonFlag = False,
) -> None:
    """分块的事实 All facts of a chunk, rejected and superseded ones included."""
    from service.review.facts import facts_of
    from service.views.fact import fact_view
    from service.views.review import FactList
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        found = facts_of(session, knowledge_bases.get(session, kb), chunk_id)
    shown = FactList(chunk_id, [fact_view(fact) for fact in found])
    if as_json:
        print_json(shown)
        return
    table(("id", "状态 state", *_COLUMNS), [(fact.id, fact.state, *_said(fact)) for fact in shown.facts])


@commands.command("approve")
def approve(fact: FactId, kb: KbName, by: By = None, note: Note = "", as_json: JsonFlag = False) -> None:
    """通过 Approve a fact."""
    from service.review.decisions import approve as decide
    from service.review.facts import Reviewer
    from service.views.fact import fact_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        decided = decide(session, base, application.settings, fact, Reviewer(reviewer_name(by), note))
    print_json(fact_view(decided)) if as_json else say(f"已通过 approved: {fact} ({decided.state})")


@commands.command("reject")
def reject(fact: FactId, kb: KbName, by: By = None, note: Note = "", as_json: JsonFlag = False) -> None:
    """驳回 Reject a fact: it never answers."""
    from service.review.decisions import reject as decide
    from service.review.facts import Reviewer
    from service.views.fact import fact_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        decided = decide(session, base, application.settings, fact, Reviewer(reviewer_name(by), note))
    print_json(fact_view(decided)) if as_json else say(f"已驳回 rejected: {fact} ({decided.state})")


@commands.command("correct")
def correct(
    fact: FactId,
    kb: KbName,
    subject: Annotated[str | None, typer.Option(help="主体 The right subject.")] = None,
    attribute: Annotated[str | None, typer.Option(help="属性 The right attribute.")] = None,
    value: Annotated[str | None, typer.Option(help="取值 The right value, as the quote writes it.")] = None,
    condition: Annotated[list[str] | None, typer.Option(help="条件（可多次）All conditions; may be repeated.")] = None,
    no_conditions: Annotated[bool, typer.Option("--no-conditions", help="无条件 It holds without condition.")] = False,
    quote: Annotated[str | None, typer.Option(help="原文 Another place of the chunk that holds the value.")] = None,
    source_wrong: Annotated[
        bool, typer.Option("--source-wrong", help="原文有误 The document is wrong: the quote need not hold the value.")
    ] = False,
    by: By = None,
    note: Note = "",
    as_json: JsonFlag = False,
) -> None:
    """更正 Correct a fact; names put right are proposed as synonyms."""
    from service.review.correction import Correction
    from service.review.correction import correct as decide
    from service.review.facts import Reviewer
    from service.views.review_results import corrected_view
    from store import knowledge_bases

    conditions = () if no_conditions else None if condition is None else tuple(condition)
    wanted = Correction(subject, attribute, value, conditions, quote, source_wrong)
    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        done = decide(session, base, application.settings, fact, wanted, Reviewer(reviewer_name(by), note))
    print_json(corrected_view(done)) if as_json else _tell("已更正 corrected", corrected_view(done))


@commands.command("merge")
def merge(
    fact: FactId,
    others: Annotated[list[str], typer.Argument(help="并入的事实 Facts that say the same.", show_default=False)],
    kb: KbName,
    by: By = None,
    note: Note = "",
    as_json: JsonFlag = False,
) -> None:
    """合并 Merge facts that say the same into the first; they stay as links and answer no more."""
    from service.review.decisions import merge as decide
    from service.review.facts import Reviewer
    from service.views.review_results import merged_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        done = decide(session, base, application.settings, fact, others, Reviewer(reviewer_name(by), note))
    print_json(merged_view(done)) if as_json else _tell("已合并 merged", merged_view(done))


@commands.command("precision")
def precision(kb: KbName, as_json: JsonFlag = False) -> None:
    """估计准确率 Estimated precision per attribute and rule, with 95 % intervals; only the random sample counts."""
    from service.review.precision import precision_report
    from service.views.review_results import precision_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        report = precision_report(session, knowledge_bases.get(session, kb), application.settings)
    shown = precision_view(report)
    if as_json:
        print_json(shown)
        return
    columns = ("", "正确 right", "已审 judged", "准确率 precision", "95 %")
    table(columns, [_estimate("全部 all", shown.overall)], "估计准确率 Estimated precision")
    table(columns, [_estimate(name, item) for name, item in shown.attributes.items()], "按属性 by attribute")
    table(columns, [_estimate(name, item) for name, item in shown.rules.items()], "按规则 by rule")
    say(
        f"只计随机样本 only the random sample counts ({percent(shown.sample_rate)}); "
        f"样本中未审 of it not judged yet: {shown.waiting}"
    )


_COLUMNS = ("主体 subject", "属性 attribute", "取值 value", "条件 condition", "原文 quote")


def _said(fact: "FactView") -> tuple[str, ...]:
    return fact.subject, fact.attribute, fact.value, "；".join(c.text for c in fact.conditions), fact.quote


def _statement(fact: "FactView") -> str:
    conditions = "；".join(condition.text for condition in fact.conditions)
    suffix = f"（{conditions}）" if conditions else ""
    return f"{fact.subject} · {fact.attribute} · {fact.value}{suffix}"


def _estimate(name: str, item: "PrecisionView") -> tuple[object, ...]:
    estimate = "—" if item.estimate is None else percent(item.estimate)
    return name, item.right, item.judged, estimate, f"{percent(item.low)}–{percent(item.high)}"


def _show(found: "FactDetail") -> None:
    fact = found.fact
    table(("id", "状态 state", *_COLUMNS), [(fact.id, fact.state, *_said(fact))])
    say(
        f"文档 document: {found.document} · {found.chunk.anchor}", f"分块 chunk: {found.chunk.id}", found.chunk.text, ""
    )
    say(f"原因 reasons: {'、'.join(found.reasons) or '—'}")
    if found.superseded_by:
        say(f"让位于 gave way to: {found.superseded_by} ({found.superseded_rule})")
    say(*(f"取代 replaces: {name}" for name in found.replaces))
    say(*(f"冲突 conflict: {name}" for name in found.conflicts))
    if found.events:
        rows = [(event.at, event.actor, event.action, event.note) for event in found.events]
        table(("时间 when", "谁 who", "动作 action", "理由 why"), rows, "历史 history")


def _tell(done: str, shown: "CorrectedView") -> None:
    say(f"{done}: {' / '.join(_said(shown.fact)[:4])}", f"id: {shown.fact.id}")
    say(*(f"取代 replaces: {fact.id} ({fact.state})" for fact in shown.replaced))
    for proposal in shown.proposals:
        why = f" · 未提出 not proposed: {proposal.refused}" if proposal.refused else ""
        say(f"建议同义词 proposed synonym: {proposal.kind} {proposal.alias} → {proposal.canonical}{why}")
