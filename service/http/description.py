"""What the OpenAPI document says of the service as a whole."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from litestar import MediaType, Router
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, Reference, SecurityScheme, Tag
from litestar.types.internal_types import PathParameterDefinition

from service.http.described_headers import DescribedHeaders
from service.http.scope import PUBLIC

_ABOUT = """\
点面从文档中给出准确、有出处的答案。 Dianmian answers from documents, exactly, with sources.

- 分数与置信度都在 0 到 1 之间。 Scores and confidences are 0 to 1.
- 列表分页：把 `next` 作为下一页的 `after`。 Lists come in pages: pass `next` as `after`.
- 错误都是 application/problem+json。 Every error is application/problem+json.
- `DIANMIAN_ACCESS=keys` 时每个请求都要带密钥。 With it every request needs a key.
"""
_SCHEMES: dict[str, SecurityScheme | Reference] = {
    "bearer": SecurityScheme(type="http", scheme="bearer", description="Authorization: Bearer dm_…"),
    "header": SecurityScheme(
        type="apiKey", name="X-API-Key", security_scheme_in="header", description="X-API-Key: dm_…"
    ),
}


def description() -> OpenAPIConfig:
    """Return the head of the OpenAPI document, served at ``/openapi.json``."""
    return OpenAPIConfig(
        title="点面 Dianmian",
        version=_version(),
        description=_ABOUT,
        path="/openapi.json",
        render_plugins=[DescribedHeaders(path="/", media_type=MediaType.JSON)],
        use_handler_docstrings=True,
        components=Components(security_schemes=_SCHEMES),
        security=[{name: []} for name in _SCHEMES],
        openapi_router=Router("/openapi.json", route_handlers=[], include_in_schema=False, opt=PUBLIC),
        operation_id_creator=_operation_id,
        tags=[
            Tag("knowledge bases", "知识库"),
            Tag("documents", "文档与分块"),
            Tag("jobs", "后台任务"),
            Tag("questions", "检索与提问"),
            Tag("chat", "OpenAI 兼容的对话"),
            Tag("facts", "事实"),
            Tag("review", "审核与冲突"),
            Tag("inspection", "版本比较与知识检查"),
            Tag("words", "词表与同义词"),
            Tag("access", "密钥、限额与审计"),
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
