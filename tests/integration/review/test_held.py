"""Facts of chunks that a person has yet to check neither answer nor overrule."""

import sqlalchemy as sa

from service.review.settling import settle_all
from store.tables import CHUNK
from tests.integration.review.conftest import HANDBOOK, RULES, Desk


def hold(desk: Desk, name: str) -> None:
    """Hold back the chunk that speaks of the return period, as poor recognition would."""
    chunk_id = desk.fact(name, "金卡会员", "无理由退货期限").chunk_id
    with desk.database.session() as session:
        session.execute(sa.update(CHUNK).where(CHUNK.c.id == chunk_id).values(needs_review=True))


def test_they_do_not_answer(planted: Desk) -> None:
    hold(planted, "退货规则.md")
    hold(planted, "会员手册.md")
    answer = planted.ask("金卡会员的无理由退货期限是多久？")
    assert answer.facts == ()
    assert "15天" not in answer.text and "30天" not in answer.text


def test_they_overrule_nothing(desk: Desk) -> None:
    desk.write("退货规则.md", RULES, priority="10")
    desk.write("会员手册.md", HANDBOOK, priority="5")
    desk.load()
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "superseded"
    hold(desk, "退货规则.md")
    with desk.database.session() as session:
        settle_all(session, desk.kb)
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "candidate"
    assert desk.conflicts("open") == []
