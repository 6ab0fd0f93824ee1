"""All commands, by name."""

import typer

from service.cli import (
    ask,
    asked,
    audit,
    backup,
    chunks,
    conflicts,
    diff,
    documents,
    evaluate,
    facts,
    jobs,
    kb,
    keys,
    limits,
    lint,
    load,
    mcp,
    normalise,
    parse,
    records,
    review,
    search,
    serve,
    status,
    suite,
    synonyms,
    tune,
    vocabulary,
    worker,
)
from service.cli.door import Door

app = typer.Typer(
    name="dianmian",
    cls=Door,
    help="点面 Dianmian: 从文档中给出准确、有出处的答案 exact answers from documents, with their sources.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("load")(load.load)
app.command("ask")(ask.ask)
app.command("search")(search.search)
app.command("facts")(facts.facts)
app.command("parse")(parse.parse)
app.add_typer(chunks.commands, name="chunks")
app.add_typer(records.commands, name="records")
app.command("diff")(diff.diff)
app.command("lint")(lint.lint)
app.command("normalise")(normalise.normalise)
app.command("status")(status.status)
app.command("documents")(documents.documents)
app.command("delete")(documents.delete)
app.command("serve")(serve.serve)
app.command("mcp")(mcp.mcp)
app.command("migrate")(serve.migrate)
app.command("worker")(worker.worker)
app.add_typer(jobs.commands, name="jobs")
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.add_typer(kb.commands, name="kb")
app.add_typer(keys.commands, name="keys")
app.add_typer(limits.commands, name="limits")
app.command("audit")(audit.audit)
app.add_typer(vocabulary.commands, name="vocabulary")
app.add_typer(synonyms.commands, name="synonyms")
app.add_typer(review.commands, name="review")
app.add_typer(conflicts.commands, name="conflicts")
app.add_typer(evaluate.commands, name="eval")
app.add_typer(suite.commands, name="suite")
app.command("tune")(tune.tune)
app.add_typer(asked.commands, name="asked")
