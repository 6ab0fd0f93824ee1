"""``dianmian synonyms``: what else the words of a knowledge base are called."""

from typing import Annotated, cast

import typer

from core.vocabulary import Synonym, TermState
from service.cli.opening import opened
from service.cli.options import AFile, After, JsonFlag, KbName, PageLimit
from service.cli.output import print_json, say, table
from service.cli.words import Form, Kind, OutFile, Replacing, ScopeName, State, kind_of, put, report, state_of

commands = typer.Typer(help="同义词 What else words are called.", no_args_is_help=True)
Alias = Annotated[str, typer.Argument(help="别名 The alias.", show_default=False)]


@commands.command("list")
def list_synonyms(
    kb: KbName,
    kind: Kind = "",
    state: State = "",
    limit: PageLimit = 100,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """列出同义词 List aliases and the words they lead to."""
    from service.word_pages import WordQuery, synonym_page
    from store import knowledge_bases

    query = WordQuery(kind_of(kind), state_of(state), None, after, limit)
    with opened() as application, application.database.session() as session:
        page = synonym_page(session, knowledge_bases.get(session, kb), query)
    if as_json:
        print_json(page)
        return
    rows = [(item.kind, item.alias, item.canonical, item.scope, item.state, item.origin) for item in page.synonyms]
    columns = ("种类 kind", "别名 alias", "名称 canonical", "范围 scope", "状态 state", "来自 origin")
    table(columns, rows)
    say(f"{len(page.synonyms)} / {page.total}", *([f"next: --after '{page.next}'"] if page.next else []))


@commands.command("proposals")
def proposals(kb: KbName, kind: Kind = "", limit: PageLimit = 100, as_json: JsonFlag = False) -> None:
    """待定同义词 List what waits to be accepted or rejected; none of it acts."""
    list_synonyms(kb, kind, "proposed", limit, None, as_json)


@commands.command("add")
def add(
    alias: Alias,
    canonical: Annotated[str, typer.Argument(help="名称 The word it leads to.", show_default=False)],
    kb: KbName,
    kind: Kind = "attribute",
    scope: ScopeName = "",
    as_json: JsonFlag = False,
) -> None:
    """添加同义词 Let an alias lead to a word, everywhere or in one scope."""
    from service.words import add_synonym, reread
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            add_synonym(session, base, Synonym(kind_of(kind) or "attribute", alias.strip(), canonical.strip(), scope))
        report(1, reread(application, base), as_json=as_json)


@commands.command("remove")
def remove(
    alias: Alias, kb: KbName, kind: Kind = "attribute", scope: ScopeName = "", as_json: JsonFlag = False
) -> None:
    """删除同义词 Delete an alias, accepted or proposed."""
    from service.words import remove_synonym, reread
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            remove_synonym(session, base, kind_of(kind) or "attribute", alias, scope)
        report(1, reread(application, base), as_json=as_json)


@commands.command("accept")
def accept(
    alias: Alias, kb: KbName, kind: Kind = "attribute", scope: ScopeName = "", as_json: JsonFlag = False
) -> None:
    """采纳同义词 Accept a proposed alias."""
    _decide(alias, kb, kind, scope, "accepted", as_json=as_json)


@commands.command("reject")
def reject(
    alias: Alias, kb: KbName, kind: Kind = "attribute", scope: ScopeName = "", as_json: JsonFlag = False
) -> None:
    """拒绝同义词 Reject a proposed alias; it is not proposed again."""
    _decide(alias, kb, kind, scope, "rejected", as_json=as_json)


@commands.command("import")
def import_file(file: AFile, kb: KbName, replacing: Replacing = False, as_json: JsonFlag = False) -> None:
    """导入同义词 Read a synonym file (YAML, CSV); a bad one changes nothing."""
    from service.names import import_names
    from service.words import reread
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            names = import_names(session, base, None, file, replacing=replacing)
        report(len(names.synonyms), reread(application, base), as_json=as_json)


@commands.command("export")
def export_file(kb: KbName, form: Form = "yaml", to: OutFile = None, as_json: JsonFlag = False) -> None:
    """导出同义词 Write the accepted aliases as a file that can be edited and imported."""
    from service.word_pages import synonym_file
    from store import knowledge_bases

    with opened() as application, application.database.session() as session:
        text = synonym_file(session, knowledge_bases.get(session, kb), form)
    put(text, to, as_json=as_json)


def _decide(alias: str, kb: str, kind: str, scope: str, state: str, *, as_json: bool) -> None:
    from service.words import decide_synonym, reread
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            chosen = kind_of(kind) or "attribute"
            decide_synonym(session, base, chosen, alias, scope, cast("TermState", state))
        report(1, reread(application, base), as_json=as_json)
