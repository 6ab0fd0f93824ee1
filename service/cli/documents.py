"""``dianmian documents`` and ``dianmian delete``."""

from typing import Annotated

import typer

from service.cli.model_line import work_line
from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, table


def documents(kb: KbName, limit: PageLimit = 100, after: After = None, as_json: JsonFlag = False) -> None:
    """列出文档 List the documents of a knowledge base."""
    from service.document_pages import document_page
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        page = document_page(session, base, application.settings, after=after, limit=limit)
    if as_json:
        print_json(page)
        return
    rows = [
        (
            item.source_name,
            item.title,
            item.version,
            item.chunks,
            work_line(item.model),
            "；".join(item.warnings),
            item.id,
        )
        for item in page.documents
    ]
    columns = ("文件 file", "标题 title", "版本 version", "分块 chunks", "模型 model", "警告 warnings", "id")
    table(columns, rows)
    say(f"{len(page.documents)} / {page.total}", *([f"下一页 next: --after {page.next}"] if page.next else []))


def delete(
    document: Annotated[str, typer.Argument(help="文档名或编号 Name or id of the document.", show_default=False)],
    kb: KbName,
    as_json: JsonFlag = False,
) -> None:
    """删除文档 Delete a document with its chunks, vectors and facts."""
    from service.document_pages import document_named
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            found = document_named(session, knowledge_bases.get(session, kb).id, document)
        application.loader.delete(kb, found.id)
    deleted = {"deleted": found.id, "source_name": found.source_name}
    print_json(deleted) if as_json else say(f"已删除 deleted: {found.source_name}")
