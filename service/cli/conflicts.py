"""``dianmian conflicts``: facts that contradict each other."""

from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import InvalidInput
from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, table
from service.cli.review import By, Note, reviewer_name

if TYPE_CHECKING:
    from service.views.fact import FactView
    from service.views.review import ConflictView, ScanView

commands = typer.Typer(help="冲突 Facts that contradict each other.", no_args_is_help=True)
ConflictId = Annotated[str, typer.Argument(help="冲突编号 Id of the conflict.", show_default=False)]


@commands.command("list")
def list_all(
    kb: KbName,
    state: Annotated[str, typer.Option(help="状态 open, resolved or all.")] = "open",
    limit: PageLimit = 50,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """列出冲突 List conflicts; by rule or by a person, a resolved one names who decided."""
    from service.review.queue import conflict_page
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        page = conflict_page(session, knowledge_bases.get(session, kb), state, after, limit)
    if as_json:
        print_json(page)
        return
    rows = [(item.id, item.left.subject, item.left.attribute, *_sides(item), _settled(item)) for item in page.conflicts]
    columns = ("id", "主体 subject", "属性 attribute", "一方 one side", "另一方 other side", "结果 outcome")
    table(columns, rows)
    say(f"{len(page.conflicts)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


@commands.command("show")
def show(conflict: ConflictId, kb: KbName, as_json: JsonFlag = False) -> None:
    """查看冲突 Show a conflict with both facts."""
    from service.review.queue import conflict_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        found = conflict_view(session, knowledge_bases.get(session, kb), conflict)
    print_json(found) if as_json else _show(found)


@commands.command("resolve")
def resolve(
    conflict: ConflictId,
    kb: KbName,
    winner: Annotated[
        str | None, typer.Option(help="成立的事实 Id of the fact that holds.", show_default=False)
    ] = None,
    both: Annotated[bool, typer.Option("--both", help="两者都成立 Both hold: it is no conflict.")] = False,
    by: By = None,
    note: Note = "",
    as_json: JsonFlag = False,
) -> None:
    """解决冲突 Say which fact holds; the other gives way and answers no more."""
    from service.review.facts import Reviewer
    from service.review.queue import conflict_view
    from service.review.resolving import resolve as decide
    from store import knowledge_bases

    if (winner is None) != both:
        raise InvalidInput("say which fact holds, or that both do", place="--winner", advice="--winner ID, or --both")
    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        decide(session, base, conflict, winner, Reviewer(reviewer_name(by), note))
        found = conflict_view(session, base, conflict)
    print_json(found) if as_json else _show(found)


@commands.command("scan")
def scan(kb: KbName, as_json: JsonFlag = False) -> None:
    """重新查找 Compare all facts anew, as when a version loaded earlier has come into force since."""
    from service.review.settling import settle_all
    from service.views.review_results import scan_view
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        found = scan_view(settle_all(session, knowledge_bases.get(session, kb)))
    print_json(found) if as_json else _tell(found)


@commands.command("rules")
def rules(
    kb: KbName,
    use: Annotated[
        str | None,
        typer.Option(
            help="依次使用的规则，逗号分隔；空为全部人工 Rules in order, with commas; empty leaves all to a person."
        ),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """冲突规则 Show or set the rules that settle conflicts: newer_version, source_priority."""
    from service.review.rules import set_rules
    from service.review.settling import settle_all
    from service.views.review_results import rule_list
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        if use is not None:
            base = set_rules(session, base, [name.strip() for name in use.split(",") if name.strip()])
            settle_all(session, base)
        found = rule_list(base)
    print_json(found) if as_json else say(f"规则 rules: {', '.join(found.rules) or '—'}")


def _sides(item: "ConflictView") -> tuple[str, str]:
    return f"{item.left.value}（{item.left_document}）", f"{item.right.value}（{item.right_document}）"


def _settled(item: "ConflictView") -> str:
    if item.state == "open":
        return "待定 open"
    if item.outcome is None:
        return "一方已失效 one side is not live"
    value = {"left": item.left.value, "right": item.right.value, "both": "两者 both"}[item.outcome]
    return f"{value} · {item.rule} · {item.decided_by}"


def _show(item: "ConflictView") -> None:
    say(f"{item.id}: {item.left.subject} / {item.left.attribute} · {_settled(item)}")
    columns = ("id", "状态 state", "取值 value", "条件 condition", "原文 quote", "文档 document")
    sides = ((item.left, item.left_document), (item.right, item.right_document))
    table(columns, [_row(fact, document) for fact, document in sides])
    say(*([f"理由 why: {item.note}"] if item.note else []))


def _row(fact: "FactView", document: str) -> tuple[str, ...]:
    return fact.id, fact.state, fact.value, "；".join(c.text for c in fact.conditions), fact.quote, document


def _tell(found: "ScanView") -> None:
    say(f"冲突 conflicts {found.conflicts} · 待定 open {found.open}")
    say(*(f"过多，未全部比较 too many to compare all: {topic}" for topic in found.crowded))
