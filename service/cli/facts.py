"""``dianmian facts``."""

from typing import Annotated

import typer

from core.errors import InvalidInput
from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, table


def facts(
    kb: KbName,
    subject: Annotated[list[str] | None, typer.Option(help="主体（可多次） Subject; may be repeated.")] = None,
    attribute: Annotated[list[str] | None, typer.Option(help="属性（可多次） Attribute; may be repeated.")] = None,
    document: Annotated[str, typer.Option(help="文档名或编号 Name or id of a document.")] = "",
    value: Annotated[str, typer.Option(help="取值范围 Values that overlap, such as '>=7天'.")] = "",
    text: Annotated[str, typer.Option(help="包含的文字 Words in subject, attribute, value or quote.")] = "",
    sort: Annotated[str | None, typer.Option(help="value 从小到大 or -value 从大到小 By value.")] = None,
    limit: PageLimit = 50,
    after: After = None,
    count: Annotated[bool, typer.Option("--count", help="只计数 Only count.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """列出事实 List facts: subject, attribute, value, condition and source."""
    from service.fact_pages import FactQuery, fact_count, fact_page
    from store import knowledge_bases

    if sort not in (None, "value", "-value"):
        raise InvalidInput(f"unknown order {sort!r}", place="--sort", advice="use value or -value")
    query = FactQuery(tuple(subject or ()), tuple(attribute or ()), document, value, text, sort, after, limit)  # type: ignore[arg-type]
    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        if count:
            total = fact_count(session, base, query)
            print_json({"total": total}) if as_json else say(str(total))
            return
        page = fact_page(session, base, query)
    if as_json:
        print_json(page)
        return
    rows = [
        (fact.subject, fact.attribute, fact.value, "；".join(c.text for c in fact.conditions), fact.quote)
        for fact in page.facts
    ]
    table(("主体 subject", "属性 attribute", "取值 value", "条件 condition", "原文 quote"), rows)
    say(f"{len(page.facts)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))
