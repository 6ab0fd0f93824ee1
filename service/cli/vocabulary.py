"""``dianmian vocabulary``: the words of a knowledge base."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from core.errors import InvalidInput
from core.settings import load_settings
from service.cli.opening import opened
from service.cli.options import AFile, After, JsonFlag, KbName, PageLimit
from service.cli.output import complain, print_json, say, table
from service.cli.words import Alone, Form, Kind, OutFile, Replacing, State, kind_of, put, report, state_of

if TYPE_CHECKING:
    from core.vocabulary import TermState
    from service.proposing import FileProposals
    from synonyms.proposing import Proposals

commands = typer.Typer(help="词表 The words of a knowledge base.", no_args_is_help=True)
Names = Annotated[list[str], typer.Argument(help="名称 Names of terms.", show_default=False)]


@commands.callback()
def vocabulary() -> None:
    """词表 The words of a knowledge base."""


@commands.command("import")
def import_file(file: AFile, kb: KbName, replacing: Replacing = False, as_json: JsonFlag = False) -> None:
    """导入词表 Read a vocabulary (YAML, CSV); the knowledge base is controlled from then on, and read anew with it."""
    from service.names import import_names
    from service.words import reread
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            names = import_names(session, base, file, None, replacing=replacing)
        again = reread(application, base)
    counts = {"terms": len(names.terms), "aliases": len(names.synonyms), "extracted": again.extracted}
    print_json(counts) if as_json else say(" · ".join(f"{name} {count}" for name, count in counts.items()))
    complain(*(f"警告 warning: {warning}" for warning in again.warnings))


@commands.command("export")
def export_file(kb: KbName, form: Form = "yaml", to: OutFile = None, as_json: JsonFlag = False) -> None:
    """导出词表 Write the accepted vocabulary as a file that can be edited and imported."""
    from service.word_pages import vocabulary_file
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        text = vocabulary_file(session, knowledge_bases.get(session, kb), form)
    put(text, to, as_json=as_json)


@commands.command("list")
def list_terms(
    kb: KbName,
    kind: Kind = "",
    state: State = "",
    limit: PageLimit = 100,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """列出词表 List the terms with their aliases."""
    from service.word_pages import WordQuery, term_page
    from store import knowledge_bases

    query = WordQuery(kind_of(kind), state_of(state), None, after, limit)
    with opened() as application, application.database.session() as session:
        page = term_page(session, knowledge_bases.get(session, kb), query)
    if as_json:
        print_json(page)
        return
    rows = [(term.kind, term.name, term.dimension, "、".join(term.aliases), term.state) for term in page.terms]
    table(("种类 kind", "名称 name", "量纲 dimension", "别名 aliases", "状态 state"), rows)
    say(f"{page.mode} · {len(page.terms)} / {page.total}", *([f"next: --after '{page.next}'"] if page.next else []))


@commands.command("proposals")
def proposals(kb: KbName, kind: Kind = "", limit: PageLimit = 100, as_json: JsonFlag = False) -> None:
    """待定词条 List what waits to be accepted or rejected."""
    list_terms(kb, kind, "proposed", limit, None, as_json)


@commands.command("accept")
def accept(names: Names, kb: KbName, kind: Kind = "attribute", alone: Alone = False, as_json: JsonFlag = False) -> None:
    """采纳词条 Accept proposed terms with the aliases proposed for them."""
    _decide(names, kb, kind, "accepted", alone=alone, as_json=as_json)


@commands.command("reject")
def reject(names: Names, kb: KbName, kind: Kind = "attribute", alone: Alone = False, as_json: JsonFlag = False) -> None:
    """拒绝词条 Reject proposed terms; they are not proposed again."""
    _decide(names, kb, kind, "rejected", alone=alone, as_json=as_json)


@commands.command("remove")
def remove(names: Names, kb: KbName, kind: Kind = "attribute", as_json: JsonFlag = False) -> None:
    """删除词条 Delete terms with all aliases that lead to them."""
    from service.words import remove_term, reread
    from store import knowledge_bases

    chosen = kind_of(kind) or "attribute"
    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            aliases = sum(remove_term(session, base, chosen, name) for name in names)
        report(len(names) + aliases, reread(application, base), as_json=as_json)


@commands.command("mode")
def mode(
    wanted: Annotated[Literal["open", "controlled"], typer.Argument(help="open 开放，controlled 受控.")],
    kb: KbName,
    as_json: JsonFlag = False,
) -> None:
    """开放或受控 Whether attributes outside the vocabulary are used (open) or wait as proposals (controlled)."""
    from service.words import reread, set_mode
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            set_mode(session, base, wanted)
        report(1, reread(application, base), as_json=as_json)


@commands.command("propose")
def propose(
    files: Annotated[list[Path] | None, typer.Argument(help="文件或文件夹 Files or folders.")] = None,
    kb: Annotated[str, typer.Option("--kb", help="知识库名 Take the documents of this knowledge base.")] = "",
    least: Annotated[int, typer.Option("--least", min=1, help="至少出现几处 Leave out what occurs less often.")] = 1,
    to: OutFile = None,
    save: Annotated[
        bool, typer.Option("--save", help="存为待定 Keep them as proposals in the knowledge base.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """由文档提出词表 Infer a first vocabulary: attributes with likely aliases, as YAML to edit and import."""
    if bool(files) == bool(kb) or (save and not kb):
        raise InvalidInput("name files, or a knowledge base", place="propose", advice="--save needs --kb")
    from synonyms.proposing.outline import outline

    found, failures = _proposed(files or [], kb, save=save)
    kept = type(found)(tuple(item for item in found.attributes if item.count >= least), found.left_out)
    complain(*(f"失败 failed: {failure}" for failure in failures))
    if as_json and to is None:
        from service.views.proposals import proposals_view

        print_json(proposals_view(kept))
    else:
        put(outline(kept), to, as_json=as_json)


def _proposed(files: list[Path], kb: str, *, save: bool) -> "tuple[Proposals, tuple[str, ...]]":
    from service.proposing import propose_from_files, propose_from_kb, save_proposals
    from store import knowledge_bases

    if files:
        read: FileProposals = propose_from_files(files, load_settings())
        return read.proposals, read.failures
    with opened() as application:
        found = propose_from_kb(application, kb)
        if save:
            with application.database.session() as session:
                save_proposals(session, knowledge_bases.get(session, kb), found)
    return found, ()


def _decide(names: list[str], kb: str, kind: str, state: str, *, alone: bool, as_json: bool) -> None:
    from service.words import decide_terms, reread
    from store import knowledge_bases

    chosen = kind_of(kind) or "attribute"
    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            decided = decide_terms(session, base, chosen, names, cast("TermState", state), alone=alone)
        report(len(decided), reread(application, base), as_json=as_json)
