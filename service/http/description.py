"""What the OpenAPI document says of the service as a whole."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from litestar import MediaType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Tag
from litestar.types.internal_types import PathParameterDefinition

_ABOUT = """\
点面从文档中给出准确、有出处的答案。 Dianmian answers from documents, exactly, with sources.

- 分数与置信度都在 0 到 1 之间。 Scores and confidences are 0 to 1.
- 列表分页：把 `next` 作为下一页的 `after`。 Lists come in pages: pass `next` as `after`.
- 错误都是 application/problem+json。 Every error is application/problem+json.
"""


def description() -> OpenAPIConfig:
    """Return the head of the OpenAPI document, served at ``/openapi.json``."""
    return OpenAPIConfig(
        title="点面 Dianmian",
        version=_version(),
        description=_ABOUT,
        path="/openapi.json",
        render_plugins=[JsonRenderPlugin(path="/", media_type=MediaType.JSON)],
        use_handler_docstrings=True,
        operation_id_creator=_operation_id,
        tags=[
            Tag("knowledge bases", "知识库"),
            Tag("documents", "文档与分块"),
            Tag("questions", "检索与提问"),
            Tag("facts", "事实"),
            Tag("review", "审核与冲突"),
            Tag("inspection", "版本比较与知识检查"),
            Tag("words", "词表与同义词"),
            Tag("service", "服务本身"),
        ],
    )


def _operation_id(_handler: object, method: str, path: Sequence[str | PathParameterDefinition]) -> str:
    """Name an operation after what it does to what: ``get_kbs_kb_documents``."""
    words = [part if isinstance(part, str) else part.name for part in path]
    return "_".join((str(method).lower(), *(word for word in words if word != "v1")))


def _version() -> str:
    try:
        return version("dianmian")
    except PackageNotFoundError:
        return "0"
