"""``dianmian asked``: what was asked, and what people thought of the answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.opening import opened
from service.cli.options import After, JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, shortened, table

if TYPE_CHECKING:
    from typing import IO

commands = typer.Typer(help="问题记录 What was asked, and what people thought of it.", no_args_is_help=True)
Refused = Annotated[
    bool | None, typer.Option("--refused/--answered", help="只看拒答的／回答的 Only refused or only answered ones.")
]
Liked = Annotated[
    bool | None, typer.Option("--liked/--disliked", help="只看满意的／不满意的 Only liked or only disliked ones.")
]
Since = Annotated[str | None, typer.Option("--from", help="自此日起，如 2025-03-01 Since this day or moment.")]
Until = Annotated[str | None, typer.Option("--to", help="此日之前 Before this day or moment.")]
_MARKS = {True: "满意 yes", False: "不满意 no", None: ""}


@commands.command("list")
def list_asked(
    kb: KbName,
    refused: Refused = None,
    liked: Liked = None,
    since: Since = None,
    until: Until = None,
    limit: PageLimit = 50,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """列出问题 List questions with their answers, the newest first."""
    from service.asked.reading import asked_page, filter_of
    from store import knowledge_bases

    wanted = filter_of(refused, liked, since, until)
    with opened() as application, application.database.session() as session:
        page = asked_page(session, knowledge_bases.get(session, kb), wanted, after=after, limit=limit)
    if as_json:
        print_json(page)
        return
    rows = [
        (one.id, f"{one.at:%m-%d %H:%M}", one.door, shortened(one.question), shortened(one.answer), _MARKS[one.liked])
        for one in page.asked
    ]
    table(("编号 id", "时间 at", "入口 door", "问题 question", "回答 answer", "评价 liked"), rows)
    say(f"{len(page.asked)} / {page.total}", *([f"next: --after {page.next}"] if page.next else []))


@commands.command("export")
def export(
    kb: KbName,
    out: Annotated[Path | None, typer.Option("--out", help="写入文件 Write to this file.")] = None,
    refused: Refused = None,
    liked: Liked = None,
    since: Since = None,
    until: Until = None,
    as_json: JsonFlag = False,
) -> None:
    """导出问题 Write questions as JSON lines, the oldest first, as ``dianmian suite draft --questions`` reads them.

    With --json and --out: how many were written, as one JSON object.
    """
    from service.asked.reading import filter_of, lines
    from store import knowledge_bases

    wanted, written = filter_of(refused, liked, since, until), 0
    with opened() as application, application.database.session() as session, _target(out) as file:
        for line in lines(session, knowledge_bases.get(session, kb), wanted):
            file.write(line + "\n")
            written += 1
    if out is not None:
        print_json({"file": str(out), "questions": written}) if as_json else say(f"{out}: {written} 个问题 questions")


@commands.command("purge")
def purge(
    kb: KbName,
    days: Annotated[float, typer.Option("--older-than", min=0, help="早于几天 Older than this many days; 0: all.")],
    as_json: JsonFlag = False,
) -> None:
    """删除旧问题 Delete questions older than so many days, for good."""
    from service.access.trail import note
    from store import asked, knowledge_bases

    with opened() as application, application.database.session() as session:
        gone = asked.purge(session, days, knowledge_bases.get(session, kb).id)
        note(session, "purge", "question", kb, older_than_days=days, count=gone)
    print_json({"deleted": gone}) if as_json else say(f"已删除 deleted: {gone}")


@commands.command("delete")
def delete(
    kb: KbName,
    asked_id: Annotated[str, typer.Argument(help="问题编号 Id of the question.", show_default=False)],
    as_json: JsonFlag = False,
) -> None:
    """删除一个问题 Delete one question with its answer, for good."""
    from service.asked.reading import forget

    with opened() as application:
        forget(application, kb, asked_id)
    print_json({"deleted": 1}) if as_json else say(f"已删除 deleted: {asked_id}")


@commands.command("propose")
def propose(kb: KbName, as_json: JsonFlag = False) -> None:
    """由记录建议同义词 Propose aliases from questions that were refused or disliked."""
    from service.asked.proposing import propose_from_log
    from service.views.words import synonym_view

    with opened() as application:
        found = propose_from_log(application, kb)
    if as_json:
        print_json({"synonyms": [synonym_view(one) for one in found]})
        return
    table(("种类 kind", "别名 alias", "名称 canonical"), [(one.kind, one.alias, one.canonical) for one in found])
    say("接受 accept: dianmian synonyms accept … --kb " + kb)


@contextmanager
def _target(out: Path | None) -> Iterator["IO[str]"]:
    import sys

    from core.errors import InvalidInput

    if out is None:
        yield sys.stdout
        return
    try:
        with out.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise InvalidInput(f"the file cannot be written: {error.strerror}", place=str(out)) from error
