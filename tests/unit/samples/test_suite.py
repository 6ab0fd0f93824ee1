"""The shop suite: well-formed, and every expected value stands in the named document at the named place."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

FIELDS = {"id", "question", "kind", "expect", "document", "anchor"}
KINDS = {"lookup": 20, "condition": 12, "list": 6, "compare": 6, "extreme": 5, "version": 4, "absent": 7}
# Characters after an anchor within which its section or table still runs.
REACH = 700


def stands_in(value: str, text: str) -> bool:
    """Whether ``value`` is in ``text`` and is not the middle of a longer number."""
    before = r"(?<![\d.])" if value[0].isdigit() else ""
    after = r"(?![\d.])" if value[-1].isdigit() else ""
    return re.search(before + re.escape(value) + after, text) is not None


def places(case: dict[str, Any]) -> list[tuple[str, str]]:
    return [(case["document"], case["anchor"]), *((place[0], place[1]) for place in case.get("also", []))]


def windows(text: str, anchor: str) -> list[str]:
    """What follows ``anchor`` wherever it stands, from the beginning of its line."""
    starts = [text.rfind("\n", 0, found.start()) + 1 for found in re.finditer(re.escape(anchor), text)]
    return [text[start : start + REACH] for start in starts]


def test_sixty_questions_with_unique_ids_and_wordings(suite: list[dict[str, Any]]) -> None:
    assert len(suite) == 60
    assert len({case["id"] for case in suite}) == 60
    assert len({case["question"] for case in suite}) == 60


def test_every_question_has_the_fields_and_the_kinds_are_spread(suite: list[dict[str, Any]]) -> None:
    for case in suite:
        assert FIELDS <= set(case) <= FIELDS | {"also", "text", "facts"}, case["id"]
        assert all(isinstance(value, str) and value for value in case["expect"]), case["id"]
    assert Counter(case["kind"] for case in suite) == KINDS


def test_absent_questions_expect_nothing_and_the_others_something(suite: list[dict[str, Any]]) -> None:
    for case in suite:
        if case["kind"] == "absent":
            assert (case["expect"], case["document"], case["anchor"]) == ([], None, None), case["id"]
            assert "also" not in case, case["id"]
        else:
            assert case["expect"] and case["document"] and case["anchor"], case["id"]


def test_comparisons_lists_and_extremes_expect_more_than_one_value(suite: list[dict[str, Any]]) -> None:
    for case in suite:
        if case["kind"] in {"compare", "list", "extreme"}:
            assert len(case["expect"]) > 1, case["id"]


def test_every_place_exists(suite: list[dict[str, Any]], texts: dict[str, str]) -> None:
    for case in suite:
        if case["kind"] != "absent":
            for document, anchor in places(case):
                assert anchor in texts[document], f"{case['id']}: {anchor} not in {document}"


def test_every_expected_value_is_in_the_named_document(suite: list[dict[str, Any]], texts: dict[str, str]) -> None:
    for case in suite:
        for value in case["expect"]:
            assert stands_in(value, texts[case["document"]]), f"{case['id']}: {value}"


def test_every_expected_value_stands_at_the_anchor(suite: list[dict[str, Any]], texts: dict[str, str]) -> None:
    for case in suite:
        if case["kind"] != "absent":
            near = [part for document, anchor in places(case) for part in windows(texts[document], anchor)]
            for value in case["expect"]:
                assert any(stands_in(value, part) for part in near), f"{case['id']}: {value}"


def test_a_longer_number_does_not_count_as_the_value() -> None:
    assert stands_in("99", "线上 99 元")
    assert not stands_in("99", "线上 999 元")
    assert not stands_in("2", "2.5%")


def test_ten_demo_questions_with_one_absent(root: Path, suite: list[dict[str, Any]]) -> None:
    lines = (root / "samples/questions.txt").read_text(encoding="utf-8").splitlines()
    absent = {case["question"] for case in suite if case["kind"] == "absent"}
    assert len(lines) == len(set(lines)) == 10
    assert sum(line in absent for line in lines) == 1
