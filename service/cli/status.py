"""``dianmian status``."""

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.model_line import RULES_ALONE
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import print_json, say, table

if TYPE_CHECKING:
    from service.views.knowledge_base import KnowledgeBaseView


def status(
    kb: Annotated[str | None, typer.Option("--kb", help="只看一个知识库 Only this knowledge base.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """状态 Database, schema revision, model, and what each knowledge base holds."""
    from service.status import status_of

    with opened() as application:
        found = status_of(application, kb)
    if as_json:
        print_json(found)
        return
    model = found.model
    say(
        f"数据库 database: {found.database} · 版本 revision {found.revision} · 租户 tenant {found.tenant}",
        f"向量模型 model: {model.provider} {model.model} ({model.revision}, {model.dimension}d)",
        f"语言模型 language model: {found.language_model or RULES_ALONE}",
    )
    knowledge_base_table(found.kbs)


def knowledge_base_table(kbs: "list[KnowledgeBaseView]") -> None:
    """Print knowledge bases with their counts."""
    columns = (
        "知识库 kb", "模式 mode", "文档 documents", "分块 chunks", "向量 embedded", "事实 facts", "待处理 pending",
    )  # fmt: skip
    table(columns, [(kb.name, kb.mode, kb.documents, kb.chunks, kb.embedded, kb.facts, kb.pending) for kb in kbs])
