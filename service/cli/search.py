"""``dianmian search``."""

from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName, Limit, Question
from service.cli.output import print_json, shortened, table


def search(question: Question, kb: KbName, limit: Limit = 10, as_json: JsonFlag = False) -> None:
    """检索 Search: the best passages with their scores, no answer."""
    from service.views.passage import search_result

    with opened() as application:
        found = search_result(application.retriever.search(kb, question), limit)
    if as_json:
        print_json(found)
        return
    rows = [
        (number, f"{item.score:.3f}", item.document, item.chunk.anchor, shortened(item.chunk.text, 120))
        for number, item in enumerate(found.passages, start=1)
    ]
    table(("#", "分数 score", "文档 document", "位置 place", "原文 text"), rows)
