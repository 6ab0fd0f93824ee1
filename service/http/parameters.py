"""Parameters that several routes share."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter, SkipValidation

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
Parser = Annotated[
    ParserRoute | None,
    QueryParameter(description="解析方式 Who reads the files: `local`, or the `remote` service that is set."),
]
PageLimit = Annotated[int, QueryParameter(description="每页几条 Entries per page.", ge=1, le=1000)]
