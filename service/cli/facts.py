"""``dianmian facts``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import InvalidInput
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, table

if TYPE_CHECKING:
    from core.knowledge_base import KnowledgeBase
    from service.fact_query import FactQuery
    from service.views.fact import FactPage, FactSubjects
    from service.wiring import Application


def facts(
    kb: KbName,
    where: Annotated[
        list[str] | None,
        typer.Argument(help="条件，如 'value>=7天' Conditions: field, operator, value; see docs/facts.md."),
    ] = None,
    subject: Annotated[list[str] | None, typer.Option(help="主体（可多次） Subject; may be repeated.")] = None,
    attribute: Annotated[list[str] | None, typer.Option(help="属性（可多次） Attribute; may be repeated.")] = None,
    document: Annotated[str, typer.Option(help="文档名或编号 Name or id of a document.")] = "",
    value: Annotated[str, typer.Option(help="取值范围 Values that overlap, such as '>=7天'.")] = "",
    text: Annotated[str, typer.Option(help="包含的文字 Words in subject, attribute, value or quote.")] = "",
    sort: Annotated[
        str | None, typer.Option(help="value、subject、attribute、confidence；前加 - 倒序 Order; - in front reverses.")
    ] = None,
    limit: PageLimit = 50,
    after: Annotated[
        str | None, typer.Option("--after", "--cursor", help="接着上一页的 next Go on after `next` of the page before.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="只计数 Only count.")] = False,
    distinct: Annotated[str, typer.Option(help="subject：列出全部主体 Every subject once, counted.")] = "",
    export: Annotated[
        Path | None, typer.Option(help="导出为 .csv .jsonl .xlsx Write all that match to this file.")
    ] = None,
    bom: Annotated[bool, typer.Option("--bom", help="CSV 加 BOM，便于 Excel Begin CSV with a BOM, for Excel.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """列出事实 List facts: subject, attribute, value, condition and source.

    Conditions: subject= attribute= value>=7天 value<=7d value=3~7工作日 "value in 3~7天" value~文字 unit= dimension=
    condition=工作满12年 condition~会员 product_line= region= channel= customer_type= version= on=2025-03-01 state=
    origin= document= confidence>=0.8, joined by `;` or `and`; `subject=甲|乙` for either.
    """
    from service.fact_query import FactQuery
    from store import knowledge_bases

    if distinct not in ("", "subject"):
        raise InvalidInput(f"cannot tell apart by {distinct!r}", place="--distinct", advice="use subject")
    query = FactQuery(
        tuple(where or ()), tuple(subject or ()), tuple(attribute or ()), document, value, text, sort, after, limit  # type: ignore[arg-type]
    )  # fmt: skip
    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
        if export:
            _export(application, base, query, export, bom=bom, as_json=as_json)
        else:
            _answer(application, base, query, count=count, distinct=bool(distinct), as_json=as_json)


def _answer(
    application: "Application", kb: "KnowledgeBase", query: "FactQuery", *, count: bool, distinct: bool, as_json: bool
) -> None:
    from service.fact_pages import fact_count, fact_page, fact_subjects

    with application.database.session() as session:
        if distinct:
            subjects = fact_subjects(session, kb, query)
            print_json(subjects) if as_json else _show_subjects(subjects)
        elif count:
            found = fact_count(session, kb, query)
            print_json(found) if as_json else say(str(found.total))
        else:
            page = fact_page(session, kb, query)
            print_json(page) if as_json else _show(page)


def _export(
    application: "Application", kb: "KnowledgeBase", query: "FactQuery", file: Path, *, bom: bool, as_json: bool
) -> None:
    from service.export import exported, format_of
    from service.export_rows import fact_rows

    form = format_of(file.name)
    blocks = exported(fact_rows(application.database, kb, query), form, bom=bom)
    # Half a file is never taken for a whole one.
    partial = file.with_name(f"{file.name}.part")
    try:
        with partial.open("wb") as target:
            size = sum(map(target.write, blocks))
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    print_json({"file": str(file), "bytes": size}) if as_json else say(f"已导出 exported: {file} · {size} bytes")


def _show(page: "FactPage") -> None:
    rows = [
        (fact.subject, fact.attribute, fact.value, "；".join(c.text for c in fact.conditions), fact.quote)
        for fact in page.facts
    ]
    table(("主体 subject", "属性 attribute", "取值 value", "条件 condition", "原文 quote"), rows)
    say(f"{len(page.facts)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


def _show_subjects(found: "FactSubjects") -> None:
    table(("主体 subject", "事实 facts"), [(item.subject, item.count) for item in found.subjects])
    say(f"共 total: {found.total}")
