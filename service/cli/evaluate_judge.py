"""What a judge found, as text."""

from typing import Any

from service.cli.evaluate_room import room
from service.cli.output import complain, say


def show_judge(run: Any) -> None:
    """Print what the judge found over a run; nothing when there was none."""
    named = room("figure_name")
    figures = run.figures
    if named.JUDGE_ASKED not in figures:
        return
    parts = [
        f"{label} {100 * figures[name]:.1f}"
        for label, name in (
            ("忠实 faithful", named.JUDGE_FAITHFULNESS),
            ("正确 correct", named.JUDGE_CORRECTNESS),
            ("与程序一致 agreement", named.JUDGE_AGREEMENT),
        )
        if name in figures
    ]
    parts.append(f"失败 failed {figures[named.JUDGE_FAILED]:.0f} / {figures[named.JUDGE_ASKED]:.0f}")
    if named.JUDGE_TOKENS in figures:
        parts.append(f"词元 tokens {figures[named.JUDGE_TOKENS]:.0f}")
    if named.JUDGE_COST in figures:
        parts.append(f"费用 cost {figures[named.JUDGE_COST]:g}")
    say(f"评判 judge ({run.settings.get('judge_model', '')}): {' · '.join(parts)}")


def warn_of_failures(run: Any) -> None:
    """Say on stderr how many answers could not be judged, and why the first could not."""
    failed = [case for case in run.cases if case.judgement is not None and case.judgement.state == "failed"]
    if failed:
        complain(f"未能评判 not judged: {len(failed)} ([{failed[0].case_id}] {failed[0].judgement.reason})")


def show_judgement(case: Any) -> None:
    """Print what the judge says of one answer, statement by statement; nothing when nobody judged it."""
    judgement = case.judgement
    if judgement is None or judgement.state == "refused":
        return
    if judgement.state == "failed":
        say(f"评判失败 judging failed: {judgement.reason}")
        return
    supported = sum(opinion.supported for opinion in judgement.opinions)
    correct = "✓ 正确 correct" if judgement.correct else "✗ 不正确 not correct"
    say(f"评判 judge: {correct} · 有依据 supported {supported} / {len(judgement.opinions)}")
    if judgement.reason:
        say(f"    {judgement.reason}")
    for opinion in judgement.opinions:
        reason = f" — {opinion.reason}" if opinion.reason else ""
        say(f"    {'✓' if opinion.supported else '✗'} {opinion.statement}{reason}")
