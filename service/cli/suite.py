"""``dianmian suite``: suites drafted, checked, compared, and made of public sets."""

from pathlib import Path
from typing import Annotated

import typer

from core.errors import InvalidInput
from service.cli.evaluate_room import room
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName
from service.cli.output import print_json, say
from service.cli.suite_compare import compare, schema

commands = typer.Typer(help="评测集 Suites of questions.", no_args_is_help=True)
_FAULTY = 65
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", show_default=False,
        help="写到；默认为当前目录的 NAME.suite.yaml Where it goes (.yaml, .jsonl, .json); else that.",
    ),
]  # fmt: skip
Force = Annotated[bool, typer.Option("--force", help="覆盖已有文件 Replace a file that is there.")]


@commands.callback()
def suites() -> None:
    """评测集 Suites of questions."""


@commands.command("draft")
def draft(
    kb: KbName,
    output: Output = None,
    force: Force = False,
    count: Annotated[int, typer.Option(min=1, help="题数 How many questions.")] = 50,
    questions: Annotated[
        Path | None, typer.Option(help="提问记录，每行一题 A log of questions, one a line.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="换一批题 Another number draws other questions.")] = 0,
    rephrase: Annotated[
        bool, typer.Option("--rephrase", help="用语言模型换成口语问法 Reword by the language model, checked.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """起草评测集 Draft a suite from the facts of a knowledge base, or from a log; a person must check it."""
    path = room("suite_writing").destination(output, kb, replace=force)
    with opened() as application:
        drafted = room("drafting.command").draft(
            kb, application, count=count, log=questions, seed=seed, rephrase=rephrase
        )
    room("suite_writing").write_suite(drafted.cases, path, f"Questions over {kb}")
    written = room("drafting.open_list").append_open(drafted.open_questions, path)
    report = room("drafting.report")
    if as_json:
        print_json(report.as_values(drafted, path, open_written=written))
    else:
        say(*report.as_lines(drafted, path, open_written=written))


@commands.command("check")
def check(
    suite: Annotated[Path, typer.Argument(help="评测集 The suite.", show_default=False)],
    kb: Annotated[str | None, typer.Option(help="核对答案出处 Look for its gold in this knowledge base.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """检查评测集 Name every fault of a suite, and gold that a knowledge base does not hold."""
    cases, faults = room("suite").read_leniently(suite)
    told = [{"place": error.place, "fault": error.message, "advice": error.advice} for error in faults]
    if kb is not None:
        with opened() as application:
            found = room("drafting.checking").gold_faults(cases, kb, application)
            told += [{"place": name, "fault": fault, "advice": ""} for name, fault in found]
    if as_json:
        print_json({"questions": len(cases), "faults": told})
    else:
        lines = [f"{fault['place']}: {fault['fault']}" + _advised(fault["advice"]) for fault in told]
        say(*lines, f"{len(cases)} 题 questions, {len(told)} 处问题 faults")
    if told:
        raise typer.Exit(_FAULTY)


@commands.command("convert")
def convert(
    form: Annotated[str, typer.Argument(help="cmrc | drcd | kbqa | services | tables", metavar="FORM")],
    file: Annotated[Path, typer.Argument(help="公开数据文件 The file of the public set.", show_default=False)],
    output: Output = None,
    force: Force = False,
    as_json: JsonFlag = False,
) -> None:
    """转换公开数据 Write a public set as a suite."""
    forms = room("adapters").FORMS
    if form not in forms:
        advice = "; ".join(f"{name} reads {known.reads}" for name, known in forms.items())
        raise InvalidInput(f"there is no form {form!r}", place="FORM", advice=advice)
    path = room("suite_writing").destination(output, file.stem or form, replace=force)
    cases, left_out = forms[form].convert(file)
    room("suite_writing").write_suite(cases, path, f"{form}: {file.name}")
    found = {"questions": len(cases), "left_out": left_out, "file": str(path)}
    print_json(found) if as_json else say(f"{len(cases)} 题 questions, {left_out} 题略去 left out: {path}")


commands.command("compare")(compare)
commands.command("schema")(schema)


def _advised(advice: str) -> str:
    return f" ({advice})" if advice else ""
