"""``dianmian vocabulary``: the words of a knowledge base."""

import typer

from service.cli.opening import opened
from service.cli.options import AFile, JsonFlag, KbName
from service.cli.output import print_json, say

commands = typer.Typer(help="词表 The words of a knowledge base.", no_args_is_help=True)


@commands.callback()
def vocabulary() -> None:
    """词表 The words of a knowledge base."""


@commands.command("import")
def import_file(file: AFile, kb: KbName, as_json: JsonFlag = False) -> None:
    """导入词表 Read a vocabulary file; the facts of the documents are read anew with it."""
    from service.names import import_names
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            names = import_names(session, knowledge_bases.get(session, kb), file, None)
        # Loading no file at all does what is pending: chunks read with other names are read again.
        report = application.loader.load_files(kb, ())
    counts = {"terms": len(names.terms), "aliases": len(names.synonyms), "extracted": report.extracted}
    print_json(counts) if as_json else say(" · ".join(f"{name} {count}" for name, count in counts.items()))
