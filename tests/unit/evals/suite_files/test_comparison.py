"""What a person changed in a suite, and what a draft that was made again says anew."""

from dataclasses import replace

from evals.suite import Case, Gold
from evals.suite_files.comparison import Change, Difference, compare_suites, comparison_view

A = Case("D1", "保修多久？", "lookup", ("12个月",), (Gold("保修.md", "第三条"),), tags=("draft",))
B = Case("D2", "退款几天？", "lookup", ("3天",), (Gold("退款.md", "时效"),))
C = Case("D3", "能飞吗", "absent", (), ())


def test_the_same_suite() -> None:
    found = compare_suites((A, B, C), (C, A, B))
    assert (found.added, found.removed, found.changed, found.unchanged) == ((), (), (), 3)


def test_added_and_removed() -> None:
    found = compare_suites((A, B), (A, C))
    assert (found.added, found.removed, found.unchanged) == ((C,), (B,), 1)


def test_fields_that_changed() -> None:
    edited = replace(A, expect=("24个月",), golds=(*A.golds, Gold("价目.csv", "手机")), tags=())
    (change,) = compare_suites((A,), (edited,)).changed
    assert change == Change("D1", "D1", (
        Difference("expect", ["12个月"], ["24个月"]),
        Difference("also", None, [["价目.csv", "手机"]]),
        Difference("tags", ["draft"], None),
    ))  # fmt: skip


def test_a_question_put_into_other_words_keeps_its_id() -> None:
    found = compare_suites((A, B), (replace(A, question="能保修多久"), B))
    assert found.changed == (Change("D1", "D1", (Difference("question", "保修多久？", "能保修多久"),)),)
    assert (found.added, found.removed) == ((), ())


def test_another_id_for_the_same_words() -> None:
    found = compare_suites((A,), (replace(A, id="L7", expect=("24个月",)),))
    assert found.changed == (Change("L7", "D1", (Difference("expect", ["12个月"], ["24个月"]),)),)
    view = comparison_view(found)
    assert view["renamed"] == [{"old": "D1", "new": "L7"}]
    assert view["changed"] == [{"id": "L7", "fields": {"expect": {"old": ["12个月"], "new": ["24个月"]}}}]


def test_numbers_that_moved_up_are_other_ids_and_no_other_questions() -> None:
    found = compare_suites((A, B, C), (replace(B, id="D1"), replace(C, id="D2")))
    assert [(change.old_id, change.id, change.fields) for change in found.changed] == [
        ("D2", "D1", ()),
        ("D3", "D2", ()),
    ]
    assert (found.added, found.removed) == ((), (A,))


def test_words_asked_twice_are_paired_once_each() -> None:
    twice = replace(A, id="D9")
    found = compare_suites((A, twice), (twice, A, replace(A, id="D10")))
    assert (found.unchanged, [case.id for case in found.added], found.changed) == (2, ["D10"], ())
