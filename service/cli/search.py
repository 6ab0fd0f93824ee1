"""``dianmian search``."""

from service.cli.opening import opened
from service.cli.options import Categories, Documents, JsonFlag, KbName, Limit, On, ProductLines, Question, Tags, Where
from service.cli.output import print_json, say, shortened, table


def search(
    question: Question,
    kb: KbName,
    limit: Limit = 10,
    document: Documents = None,
    category: Categories = None,
    product_line: ProductLines = None,
    tag: Tags = None,
    where: Where = None,
    on: On = None,
    as_json: JsonFlag = False,
) -> None:
    """检索 Search: the best passages with their scores, no answer."""
    from service.filtering import Limits, filter_of
    from service.views.passage import search_result

    only = filter_of(Limits(document, category, product_line, tag, where, on=on))
    with opened() as application:
        found = search_result(application.retriever.search(kb, question, only=only), limit)
    if as_json:
        print_json(found)
        return
    say(*([f"原因 reason: {found.reason}"] if found.reason else []))
    rows = [
        (number, f"{item.score:.3f}", item.document, item.chunk.anchor, shortened(item.chunk.text, 120))
        for number, item in enumerate(found.passages, start=1)
    ]
    table(("#", "分数 score", "文档 document", "位置 place", "原文 text"), rows)
