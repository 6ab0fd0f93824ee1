"""Parameters that several routes share."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter, SkipValidation

from service.filtering import Limits
from service.loading.route import ParserRoute
from service.wiring import Application

App = NamedDependency[SkipValidation[Application]]
KbName = Annotated[
    str, PathParameter(description="知识库名 Name of the knowledge base.", examples=[Example(value="shop")])
]
DocumentId = Annotated[
    str,
    PathParameter(description="文档编号 Id of the document.", examples=[Example(value="doc_0f3c2a9b7e1d4c5a6b8f")]),
]
After = Annotated[str | None, QueryParameter(description="上一页的 next：`next` of the page before.", max_length=500)]
Text = Annotated[str, QueryParameter(description="包含的文字 Words they hold.", max_length=200)]
Parser = Annotated[
    ParserRoute | None,
    QueryParameter(description="解析方式 Who reads the files: `local`, or the `remote` service that is set."),
]
Names = list[str] | None


def asked_limits(
    document: Annotated[
        Names, QueryParameter(description="文档名或编号（可多次） File name or id; repeatable.")
    ] = None,
    category: Annotated[Names, QueryParameter(description="分类（可多次） Category; repeatable: one of them.")] = None,
    product_line: Annotated[Names, QueryParameter(description="产品线（可多次） Product line; repeatable.")] = None,
    tag: Annotated[Names, QueryParameter(description="标签（可多次） Tag; repeatable: one of them.")] = None,
    where: Annotated[
        Names, QueryParameter(description="任一字段，如 region=华东 A field of documents or records; repeatable.")
    ] = None,
    on: Annotated[str | None, QueryParameter(description="只查当日有效的 In force on this day.", max_length=40)] = None,
) -> Limits:
    """Return the limits of a search that stand in the address."""
    return Limits(document, category, product_line, tag, where, on=on)


AskedLimits = NamedDependency[SkipValidation[Limits]]
PageLimit = Annotated[int, QueryParameter(description="每页几条 Entries per page.", ge=1, le=1000)]
