"""Facts over HTTP."""

from typing import Annotated

from litestar import Controller, get
from litestar.params import QueryParameter

from service.fact_pages import FactQuery, Sort, fact_page
from service.http.parameters import After, App, KbName, PageLimit
from service.http.problems import problems
from service.views.fact import FactPage
from store import knowledge_bases


class FactController(Controller):
    """The exact facts of a knowledge base."""

    path = "/v1/kbs/{kb:str}/facts"
    tags = ("facts",)

    @get(summary="列出事实 List facts", responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self,
        application: App,
        kb: KbName,
        subject: Annotated[list[str] | None, QueryParameter(description="主体（可多次） May be repeated.")] = None,
        attribute: Annotated[list[str] | None, QueryParameter(description="属性（可多次） May be repeated.")] = None,
        document: Annotated[str, QueryParameter(description="文档名或编号 File name or id.", max_length=500)] = "",
        value: Annotated[
            str, QueryParameter(description="取值范围，如 >=7天 Values that overlap this quantity.", max_length=200)
        ] = "",
        text: Annotated[str, QueryParameter(description="包含的文字 Words they hold.", max_length=200)] = "",
        sort: Annotated[
            Sort | None, QueryParameter(description="value 从小到大，-value 从大到小 Order by value; else by id.")
        ] = None,
        after: After = None,
        limit: PageLimit = 50,
    ) -> FactPage:
        """Return one page of the facts for which all conditions hold, and how many there are on all pages."""
        query = FactQuery(tuple(subject or ()), tuple(attribute or ()), document, value, text, sort, after, limit)
        with application.database.session() as session:
            return fact_page(session, knowledge_bases.get(session, kb), query)
