"""The queue holds what is doubtful and a fixed draw of the rest; precision is estimated from the draw alone."""

import pytest

from core.errors import InvalidInput
from service.review.decisions import approve, merge, reject
from service.review.precision import precision_report
from service.review.queue import review_page
from store.fact_keys import draw_of, statement_of
from store.review_queue import ReviewQueue
from tests.integration.review.conftest import HE, Desk

LINES = "\n\n".join(f"## 第{n}类\n\n{n}级会员的无理由退货期限为{n}天。" for n in range(1, 41))


@pytest.fixture
def many(desk: Desk) -> Desk:
    """Forty facts, each in a chunk of its own."""
    desk.write("分级规则.md", f"# 分级规则\n\n{LINES}\n")
    desk.load()
    assert len(desk.facts()) == 40
    return desk


def test_the_sample_is_fixed_and_grows_with_its_rate(many: Desk) -> None:
    draws = {fact.id: draw_of(statement_of(fact)) for fact in many.facts()}
    few, more = many.waiting(rate=0.2), many.waiting(rate=0.5)
    assert few.keys() == {name for name, draw in draws.items() if draw < 0.2}
    assert few.keys() < more.keys()
    assert 0 < len(few) < 20 and 8 < len(more) < 32
    many.load()
    assert many.waiting(rate=0.2) == few
    assert many.waiting(rate=0.0) == {}
    assert len(many.waiting(rate=1.0)) == 40


def test_low_confidence_waits_whatever_the_draw(many: Desk) -> None:
    confidence = {fact.confidence for fact in many.facts()}
    assert len(many.waiting(threshold=max(confidence) + 0.001)) == 40
    assert many.waiting(threshold=min(confidence)) == {}


def test_pages_hold_every_entry_once_in_one_order(many: Desk) -> None:
    queue = ReviewQueue(many.kb.id, 0.5, 0.0)
    with many.database.session() as session:
        whole = queue.page(session, limit=100)
        seen: list[str] = []
        after: str | None = None
        while True:
            page = queue.page(session, after, limit=7)
            assert page.total == whole.total == len(whole.items)
            seen += [item.fact.id for item in page.items]
            after = page.next
            if after is None:
                break
        assert seen == [item.fact.id for item in whole.items]
        with pytest.raises(InvalidInput, match="no place"):
            queue.page(session, "fct_1")


def test_conflicts_come_first(planted: Desk) -> None:
    with planted.database.session() as session:
        page = ReviewQueue(planted.kb.id, 1.0, 1.0).page(session)
    reasons = [item.reasons for item in page.items]
    assert [("conflict" in item) for item in reasons] == [True, True, False]
    assert reasons[0] == ("conflict", "low_confidence", "sample")
    with planted.database.session() as session:
        only = review_page(session, planted.kb, planted.settings, ("conflict",))
        assert only.total == 2
        with pytest.raises(InvalidInput, match="no reason"):
            review_page(session, planted.kb, planted.settings, ("mood",))


def test_precision_counts_the_sample_alone(many: Desk) -> None:
    settings = many.settings.model_copy(update={"review_sample_rate": 0.5})
    facts = many.facts()
    drawn = [fact for fact in facts if draw_of(statement_of(fact)) < 0.5]
    others = [fact for fact in facts if fact not in drawn]
    wrong, right = drawn[:2], drawn[2:6]
    with many.database.session() as session:
        for fact in [*wrong, *others]:
            reject(session, many.kb, settings, fact.id, HE)
        for fact in right:
            approve(session, many.kb, settings, fact.id, HE)
        report = precision_report(session, many.kb, settings)
    assert (report.overall.right, report.overall.judged, report.overall.estimate) == (4, 6, 0.6667)
    assert report.waiting == len(drawn) - 6
    assert report.attributes["无理由退货期限"] == report.overall
    assert report.rules == {facts[0].rule: report.overall}


def test_a_merged_fact_counts_as_right(planted: Desk) -> None:
    settings = planted.settings.model_copy(update={"review_sample_rate": 1.0})
    planted.write("手册摘要.md", "# 手册摘要\n\n金卡会员的无理由退货期限为三十天。\n")
    planted.load()
    kept = planted.fact("会员手册.md", "金卡会员", "无理由退货期限")
    copy = planted.fact("手册摘要.md", "金卡会员", "无理由退货期限")
    with planted.database.session() as session:
        merge(session, planted.kb, settings, kept.id, [copy.id], HE)
        report = precision_report(session, planted.kb, settings)
    assert (report.overall.right, report.overall.judged) == (1, 1)
