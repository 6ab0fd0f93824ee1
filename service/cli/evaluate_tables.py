"""Runs and comparisons of evaluation as text."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from service.cli.evaluate_judge import show_judgement
from service.cli.evaluate_room import room
from service.cli.output import say, shortened, table

_RESULTS = {"right": "✓ 正确 right", "inexact": "○ 未用事实 not by the fact", "wrong": "✗ 错误 wrong"}


def show_run(run: Any) -> None:
    """Print a run's figures, overall and by kind, and where misses were lost."""
    named = room("figure_name")
    shares = {
        "正确 right": named.ACCURACY,
        "数值 value": named.VALUE,
        "引用 cited": named.CITATION,
        "忠实 faith": named.FAITHFULNESS,
        "无关 noise": named.IRRELEVANT,
    }
    kinds = dict.fromkeys(case.kind for case in run.cases)
    names: dict[str, Callable[[str], str]] = {
        "all": str, **{kind: partial(named.of_kind, kind) for kind in kinds}
    }  # fmt: skip
    rows = [
        (
            group,
            f"{run.figures.get(name(named.QUESTIONS), 0):.0f}",
            *(_percent(run.figures.get(name(figure))) for figure in shares.values()),
            _refused(run.figures.get(name(named.REFUSED_RIGHT)), run.figures.get(name(named.ANSWERED_WRONG))),
        )
        for group, name in names.items()
    ]
    table(("种类 kind", "题数", *shares, "拒答 refused"), rows, f"{run.name} · {run.suite} → {run.kb}")
    lost = {name.removeprefix(named.LOST): count for name, count in run.figures.items() if name.startswith(named.LOST)}
    shown = " · ".join(f"{layer} {count:.0f}" for layer, count in lost.items() if count)
    say(f"丢失 lost: {shown or '无 none'}")


def show_misses(cases: Sequence[Any]) -> None:
    """Print every case in which something was lost, with the layer that lost it."""
    for case in cases:
        if not case.missed:
            continue
        say(f"[{case.case_id}] {case.question}", f"    应为 expected {' · '.join(case.expect) or '拒答 a refusal'}")
        if case.verdict is not None:
            say(f"    丢失 lost in {case.verdict.layer}: {case.verdict.evidence}")
        say(f"    回答 answer: {shortened(case.answer, 200)}")


def show_case(case: Any) -> None:
    """Print one case with its trace."""
    say(
        f"[{case.case_id}] {case.question}",
        f"{_RESULTS[case.result]} · {case.kind} {' '.join(f'#{tag}' for tag in case.tags)}",
        f"应为 expected: {' · '.join(case.expect) or '拒答 a refusal'}",
        f"回答 answer ({case.route}, {case.grade}, {case.confidence:.2f}): {case.answer}",
    )
    if case.verdict is not None:
        say(f"丢失 lost in {case.verdict.layer}: {case.verdict.evidence}")
    show_judgement(case)
    say("名次 ranks: " + (" · ".join(f"{stage} {rank}" for stage, rank in case.ranks.items()) or "–"))
    say("用时 ms: " + " · ".join(f"{stage} {time:.1f}" for stage, time in case.milliseconds.items()))
    for stage, delivered in case.trace.items():
        say(f"— {stage}", json.dumps(delivered, ensure_ascii=False, indent=2, default=str))


def show_comparison(comparison: Any) -> None:
    """Print how two runs differ: counts, figures with their uncertainty, and the questions won and lost."""
    counts = {name: len(comparison.with_outcome(name)) for name in ("won", "lost", "both_right", "both_wrong")}
    say(
        f"{comparison.left.name} → {comparison.right.name}",
        f"改对 won {counts['won']} · 改错 lost {counts['lost']} · 都对 both right {counts['both_right']} · "
        f"都错 both wrong {counts['both_wrong']}",
    )
    table(
        ("指标 figure", "题数", comparison.left.name, comparison.right.name, "差 gap", "95% 区间 interval", "p", ""),
        [_difference(one) for one in comparison.differences],
    )
    groups = [(one.by, one.name, one.questions, one.won, one.lost, f"{one.p:.4f}") for one in comparison.groups]
    table(("", "组 group", "题数 questions", "改对 won", "改错 lost", "p"), groups)
    for outcome, label in (("lost", "改错 lost"), ("won", "改对 won")):
        for match in comparison.with_outcome(outcome):
            say(f"{label}: [{match.left.case_id}] {match.left.question}")
    _show_left_out(comparison)


def show_overview(overview: Any) -> None:
    """Print the table of all variants."""
    words = room("report_html.words").words
    names = [words(column) for column in overview.columns]
    table([f"{name.zh} {name.en}" if name.zh != name.en else name.zh for name in names], overview.rows)


def _show_left_out(comparison: Any) -> None:
    for ids, label in (
        (comparison.only_left, "只在左侧 only in the left run"),
        (comparison.only_right, "只在右侧 only in the right run"),
        (comparison.changed, "问题或期望已改，未比较 changed, not compared"),
    ):
        if ids:
            say(f"{label} ({len(ids)}): {' '.join(ids)}")


def _difference(one: Any) -> tuple[object, ...]:
    written = _milliseconds if one.figure == "milliseconds" else _share
    ends = "–" if one.interval is None else f"{written(one.interval.low, '+')} … {written(one.interval.high, '+')}"
    p = "–" if one.p is None else f"{one.p:.4f}" if one.p >= 0.0001 else "<0.0001"
    left, right, gap = written(one.left), written(one.right), written(one.gap, "+")
    direction = {"better": "更好 better", "worse": "更差 worse"}.get(one.direction, "")
    return one.figure, one.questions, left, right, gap, ends, p, direction


def _share(value: float, sign: str = "") -> str:
    return format(100 * value, f"{sign}.1f")


def _milliseconds(value: float, sign: str = "") -> str:
    return f"{value:{sign}.1f}"


def _percent(value: float | None) -> str:
    return "" if value is None else _share(value)


def _refused(right: float | None, wrong: float | None) -> str:
    """Return how many of the questions that must be refused were."""
    return "" if right is None or wrong is None else f"{right:.0f} / {right + wrong:.0f}"
