"""Facts of an outdated version give way to those of the version in force, and come back when it goes."""

import shutil

from store import supersession
from tests.integration.review.conftest import NEW, OLD, SHOP, Desk

CHANNELS = ("微信支付", "支付宝", "银行卡", "信用卡", "礼品卡")


def states(desk: Desk, name: str) -> dict[str, str]:
    return {channel: desk.fact(name, channel, "退款到账时效").state for channel in CHANNELS}


def test_the_outdated_version_gives_way(policies: Desk) -> None:
    assert set(states(policies, OLD).values()) == {"superseded"}
    assert set(states(policies, NEW).values()) == {"candidate"}
    old, new = (policies.fact(name, "微信支付", "退款到账时效") for name in (OLD, NEW))
    with policies.database.session() as session:
        found = supersession.of_losers(session, policies.kb.id, [old.id])[old.id]
    assert (found.winner_id, found.rule) == (new.id, "newer_version")
    assert policies.conflicts("open") == []
    resolved = policies.conflicts("resolved")
    assert len(resolved) >= len(CHANNELS)
    assert {item.rule for item in resolved} == {"newer_version"}
    assert (old.id, new.id) in [(item.loser_id, item.winner_id) for item in resolved]


def test_equal_values_give_way_to_nothing(policies: Desk) -> None:
    assert policies.fact(OLD, "门店现金", "退款到账时效").state == "candidate"


def test_the_order_of_loading_does_not_matter(desk: Desk) -> None:
    for name in (NEW, OLD):
        shutil.copy(SHOP / name, desk.folder / name)
        desk.load()
    assert set(states(desk, OLD).values()) == {"superseded"}
    assert set(states(desk, NEW).values()) == {"candidate"}


def test_deleting_the_winner_brings_the_others_back(policies: Desk) -> None:
    policies.delete(NEW)
    assert set(states(policies, OLD).values()) == {"candidate"}
    assert policies.conflicts() == []


def test_a_winner_that_is_edited_away_brings_the_other_back(policies: Desk) -> None:
    text = (policies.folder / NEW).read_text(encoding="utf-8")
    row = next(line for line in text.split("\n") if line.startswith("| 微信支付 |"))
    (policies.folder / NEW).write_text(text.replace(row + "\n", ""), encoding="utf-8")
    policies.load()
    assert states(policies, OLD) == {name: "candidate" if name == "微信支付" else "superseded" for name in CHANNELS}


def test_the_next_best_version_takes_over_at_once(policies: Desk) -> None:
    newest = (policies.folder / NEW).read_text(encoding="utf-8")
    newest = newest.replace("version: 2025版", "version: 2026版").replace("2025-03-01", "2026-01-01")
    (policies.folder / "退款政策2026版.md").write_text(newest.replace("1至3个工作日", "2个工作日"), encoding="utf-8")
    policies.load()
    newest_fact = policies.fact("退款政策2026版.md", "微信支付", "退款到账时效")
    old, new = (policies.fact(name, "微信支付", "退款到账时效") for name in (OLD, NEW))
    assert (newest_fact.state, old.state, new.state) == ("candidate", "superseded", "superseded")
    with policies.database.session() as session:
        given_way = supersession.of_losers(session, policies.kb.id, [old.id, new.id])
    assert {item.winner_id for item in given_way.values()} == {newest_fact.id}
    policies.delete("退款政策2026版.md")
    assert (states(policies, OLD)["微信支付"], states(policies, NEW)["微信支付"]) == ("superseded", "candidate")


def test_a_version_that_is_not_in_force_yet_changes_nothing(policies: Desk) -> None:
    future = (policies.folder / NEW).read_text(encoding="utf-8")
    future = future.replace("version: 2025版", "version: 2099版").replace("2025-03-01", "2099-01-01")
    (policies.folder / "退款政策2099版.md").write_text(future.replace("1至3个工作日", "2个工作日"), encoding="utf-8")
    policies.load()
    assert states(policies, NEW)["微信支付"] == "candidate"
    assert policies.conflicts("open") == []


def test_a_superseded_fact_answers_only_for_its_own_year(policies: Desk) -> None:
    old, new = (policies.fact(name, "微信支付", "退款到账时效") for name in (OLD, NEW))
    now = policies.ask("微信支付的退款到账时效是多久？")
    assert [fact.id for fact in now.facts] == [new.id]
    then = policies.ask("2023版退款政策里，微信支付的退款到账时效是多久？")
    assert [fact.id for fact in then.facts] == [old.id]
    assert "3至5个工作日" in then.headline
