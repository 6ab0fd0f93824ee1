"""Facts over HTTP."""

from dataclasses import replace
from typing import Annotated, Literal

from litestar import Controller, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter, SkipValidation
from litestar.response import Stream

from service.export import MEDIA_TYPES, Format, exported
from service.export_rows import fact_rows
from service.fact_pages import FactQuery, Sort, fact_count, fact_page, fact_subjects
from service.http.contents import FactFile
from service.http.parameters import After, App, KbName, PageLimit
from service.http.problems import problems
from service.http.scope import READ, TAGGED
from service.views.fact import FactCount, FactPage, FactSubjects
from store import knowledge_bases

_Names = list[str] | None


def _query(
    where: Annotated[
        _Names,
        QueryParameter(description="条件，如 value>=7天; condition~会员 Conditions of the query language; repeatable."),
    ] = None,
    subject: Annotated[_Names, QueryParameter(description="主体（可多次） Name or alias; may be repeated.")] = None,
    attribute: Annotated[_Names, QueryParameter(description="属性（可多次） Name or alias; may be repeated.")] = None,
    document: Annotated[str, QueryParameter(description="文档名或编号 File name or id.", max_length=500)] = "",
    value: Annotated[
        str, QueryParameter(description="取值范围，如 >=7天 Values that overlap this quantity.", max_length=200)
    ] = "",
    text: Annotated[str, QueryParameter(description="包含的文字 Words they hold.", max_length=200)] = "",
    sort: Annotated[
        Sort | None, QueryParameter(description="前加 - 倒序 Order; `-` in front turns it round; else by id.")
    ] = None,
) -> FactQuery:
    return FactQuery(tuple(where or ()), tuple(subject or ()), tuple(attribute or ()), document, value, text, sort)


Asked = NamedDependency[SkipValidation[FactQuery]]


class FactController(Controller):
    """The exact facts of a knowledge base."""

    path = "/v1/kbs/{kb:str}/facts"
    tags = ("facts",)
    dependencies = {"asked": Provide(_query, sync_to_thread=False)}  # noqa: RUF012

    @get(summary="列出事实 List facts", opt=TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self,
        application: App,
        kb: KbName,
        asked: Asked,
        distinct: Annotated[
            Literal["subject"] | None, QueryParameter(description="全部主体 Every subject once, counted, no pages.")
        ] = None,
        count: Annotated[bool, QueryParameter(description="只计数 Only the number.")] = False,
        after: After = None,
        limit: PageLimit = 50,
    ) -> FactPage | FactSubjects | FactCount:
        """Return one page of the facts for which all conditions hold, and how many there are on all pages.

        `where` takes expressions such as `value>=7天`, `value in 3~7工作日`, `condition=工作满12年`,
        `on=2025-03-01`, joined by `;` or `and`. An error names the character at fault. With `distinct=subject` the
        answer is the complete set of subjects, with `count=true` the number alone.
        """
        wanted = _paged(asked, after, limit)
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            if distinct:
                return fact_subjects(session, base, wanted)
            return fact_count(session, base, wanted) if count else fact_page(session, base, wanted)

    @get(
        "/export",
        summary="导出事实 Export facts",
        opt=READ,
        operation_class=FactFile,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def export(
        self,
        application: App,
        kb: KbName,
        asked: Asked,
        form: Annotated[Format, QueryParameter(name="format", description="csv, jsonl, xlsx.")] = "csv",
        bom: Annotated[bool, QueryParameter(description="CSV 加 BOM Begin CSV with a BOM, for Excel.")] = False,
    ) -> Stream:
        """Stream every fact for which all conditions hold as a file; the value is the source's own words.

        CSV cells that a spreadsheet would run as a formula get an apostrophe in front; JSONL and XLSX hold them as
        they are.
        """
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
        blocks = exported(fact_rows(application.database, base, asked), form, bom=bom)
        return Stream(
            blocks,
            media_type=MEDIA_TYPES[form],
            headers={"Content-Disposition": f'attachment; filename="facts.{form}"'},
        )


def _paged(query: FactQuery, after: str | None, limit: int) -> FactQuery:

    return replace(query, after=after, limit=limit)
