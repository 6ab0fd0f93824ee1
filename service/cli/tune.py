"""``dianmian tune``: settings of search fitted to one knowledge base."""

from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput
from service.cli.evaluate_room import room
from service.cli.opening import opened
from service.cli.options import JsonFlag, KbName
from service.cli.output import print_json, say, table
from service.cli.progress import progress_bars


def tune(
    kb: KbName,
    suite: Annotated[
        Path | None, typer.Option(help="评测集 The suite (YAML or JSON lines).", show_default=False)
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="有提升时保存到知识库 Keep the result for the knowledge base if it gains.")
    ] = False,
    reset: Annotated[
        bool, typer.Option("--reset", help="删除已保存的调优结果 Remove what an earlier run has kept.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """调优检索 Fit fusion weights, refusal threshold and context share to the questions of a suite."""
    if (suite is None) == (not reset):
        raise InvalidInput(
            "give either a suite or --reset", place="--suite", advice="dianmian tune --kb KB --suite FILE"
        )
    command = room("tune.command")
    with opened() as application, progress_bars(not as_json) as progress:
        if suite is None:
            command.store_tuned(application, kb, None)
            print_json({"kb": kb, "reset": True}) if as_json else say(f"已恢复默认 back to the common settings: {kb}")
            return
        found = command.main(
            suite, kb, application, apply=apply, tick=lambda done, total: progress("weights", done, total)
        )
    print_json(found) if as_json else _show(found, asked=apply)


def _show(found: Any, *, asked: bool) -> None:
    rows = [(name, f"{value:g}", f"{found.fitted[name]:g}") for name, value in found.present.items()]
    rows += [
        ("得分 worth", f"{found.worth_before:.4f}", f"{found.worth_after:.4f}"),
        ("正确率 accuracy", f"{found.accuracy_before:.4f}", f"{found.accuracy_after:.4f}"),
    ]
    table(("", "现在 present", "调优后 fitted"), rows)
    folds = " ".join(f"{gain:+.4f}" for gain in found.fold_gains)
    say(
        f"{found.questions} 题，{found.folds} 折交叉验证 questions, {found.folds}-fold, on questions held out:",
        f"提升 gain {found.gain:+.4f} ± {found.spread:.4f}, p = {found.p:.4f} ({folds})",
    )
    if found.applied:
        say(f"已保存到知识库 kept for {found.kb}")
    elif asked:
        say("没有提升，未保存 no gain on questions held out: nothing was changed")
