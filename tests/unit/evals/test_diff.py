"""How the comparison of versions is measured, and that it stays without fault on the samples."""

import random
from pathlib import Path

from core.settings import Settings
from evals.diff import JUDGED, SHOP, Change, judged_score, read_judged
from evals.diff_mutations import mutate, score_mutations
from extraction.diff import Difference, compare
from service.inspection.reading import read_document

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]


def refunds() -> Difference:
    return compare(*(read_document(SHOP / f"退款政策{year}版.md", f"{year}.md", SETTINGS) for year in ("2023", "2025")))


def test_every_judged_number_of_the_samples_is_found_and_none_invented() -> None:
    score = judged_score(refunds(), read_judged(JUDGED / "diff_shop_refunds.jsonl"))
    assert score.found == 35
    assert (score.missed, score.invented) == ((), ())


def test_what_is_not_judged_counts_as_invented_and_what_is_not_found_as_missed() -> None:
    judged = [*read_judged(JUDGED / "diff_shop_refunds.jsonl")][1:]
    score = judged_score(refunds(), [*judged, Change("一、退款流程", "6小时", "8小时")])
    assert (len(score.missed), len(score.invented)) == (1, 1)


def test_changed_numbers_are_on_lines_below_the_front_matter() -> None:
    text = "---\nversion: 3天\n---\n\n退货期限为7天。\n\n没有数字。\n\n运费为8元，保修期为12个月。"
    changed, mutations = mutate(text, random.Random(1))
    assert [mutation.line for mutation in mutations] == [4, 8]
    assert changed.split("\n")[:4] == text.split("\n")[:4]
    assert all(mutation.old != mutation.new for mutation in mutations)


def test_planted_changes_are_found_among_renumbered_articles(tmp_path: Path) -> None:
    matters = zip("一二三四五", ("借书", "续借", "退还", "挂失", "补办"), range(3, 8), strict=True)
    articles = [f"第{label}条 读者应当在{days}天内到总服务台办理{matter}。" for label, matter, days in matters]
    path = tmp_path / "办法.md"
    path.write_text("# 青禾书店办法\n\n" + "\n\n".join(articles) + "\n", encoding="utf-8")
    score = score_mutations([path], SETTINGS)
    assert score.found == 5
    assert (score.missed, score.invented) == ((), ())
