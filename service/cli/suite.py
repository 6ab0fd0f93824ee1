"""``dianmian suite``: suites drafted, checked, and made of public sets."""

from pathlib import Path
from typing import Annotated

import typer

from core.errors import InvalidInput
from service.cli.evaluate_room import room
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName
from service.cli.output import print_json, say

commands = typer.Typer(help="评测集 Suites of questions.", no_args_is_help=True)
_FAULTY = 65
Output = Annotated[
    Path, typer.Option("--output", "-o", help="写到 Where it goes (.yaml or .jsonl).", show_default=False)
]


@commands.callback()
def suites() -> None:
    """评测集 Suites of questions."""


@commands.command("draft")
def draft(
    kb: KbName,
    output: Output,
    count: Annotated[int, typer.Option(min=1, help="题数 How many questions.")] = 50,
    questions: Annotated[
        Path | None, typer.Option(help="提问记录，每行一题 A log of questions, one a line.", show_default=False)
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """起草评测集 Draft a suite from the facts of a knowledge base, or from a log; a person must check it."""
    with opened() as application:
        cases = room("drafting.command").draft(kb, application, count=count, log=questions)
    room("suite_writing").write_suite(cases, output, f"Questions over {kb}")
    told = f"{len(cases)} 题，请逐题核对 questions, check each: {output}"
    print_json({"questions": len(cases), "file": str(output)}) if as_json else say(told)


@commands.command("check")
def check(
    suite: Annotated[Path, typer.Argument(help="评测集 The suite.", show_default=False)],
    kb: Annotated[str | None, typer.Option(help="核对答案出处 Look for its gold in this knowledge base.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """检查评测集 Name every fault of a suite, and gold that a knowledge base does not hold."""
    cases, faults = room("suite").read_leniently(suite)
    told = [{"place": error.place, "fault": error.message} for error in faults]
    if kb is not None:
        with opened() as application:
            found = room("drafting.checking").gold_faults(cases, kb, application)
            told += [{"place": name, "fault": fault} for name, fault in found]
    if as_json:
        print_json({"questions": len(cases), "faults": told})
    else:
        lines = [f"{fault['place']}: {fault['fault']}" for fault in told]
        say(*lines, f"{len(cases)} 题 questions, {len(told)} 处问题 faults")
    if told:
        raise typer.Exit(_FAULTY)


@commands.command("convert")
def convert(
    form: Annotated[str, typer.Argument(help="cmrc | drcd | kbqa | tables", metavar="FORM")],
    file: Annotated[Path, typer.Argument(help="公开数据文件 The file of the public set.", show_default=False)],
    output: Output,
    as_json: JsonFlag = False,
) -> None:
    """转换公开数据 Write a public set as a suite."""
    adapters = room("adapters").ADAPTERS
    if form not in adapters:
        raise InvalidInput(f"there is no form {form!r}", place="FORM", advice=f"use {', '.join(adapters)}")
    if not file.is_file():
        raise InvalidInput("no such file", place=str(file))
    cases = adapters[form](file)
    room("suite_writing").write_suite(cases, output, f"{form}: {file.name}")
    found = {"questions": len(cases), "file": str(output)}
    print_json(found) if as_json else say(f"{len(cases)} 题 questions: {output}")
