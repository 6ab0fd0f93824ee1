"""What a judge is shown, and what it is told."""

import json
from dataclasses import replace

from evals.judging.instructions import instructions, version
from evals.judging.matter import matter_of
from tests.unit.evals.judging.answers import PASSAGE, answer, case


def test_statements_are_numbered_without_marks_and_without_lines_that_say_nothing() -> None:
    matter = matter_of(case(), answer("金叶会员为15天[1]；自签收起算[1]。\n\n---\n- 逾期不退[1][2]。"))
    assert matter.statements == ("金叶会员为15天；自签收起算。", "- 逾期不退。")
    numbered = json.loads(matter.shown())["statements"]
    assert [one["number"] for one in numbered] == [1, 2]


def test_of_a_composed_answer_the_direct_part_is_judged_and_quotes_only_where_there_is_no_other() -> None:
    text = f"15天（金叶会员）[1]\n依据：《退货规则》“{PASSAGE}”[1]"
    direct = answer(text, grade="exact_candidate", headline="15天（金叶会员）", conflicts=("另一处写7天。",))
    assert matter_of(case(), direct).statements == ("15天（金叶会员）", "另一处写7天。")
    rows = "编号：7\n答案：15天。"
    quoted = answer(f"依据：《退货规则》“{rows}”[1]", passages=(rows,), grade="quoted")
    assert matter_of(case(), quoted).statements == (rows,)


def test_only_what_is_cited_is_shown_with_its_title_and_headings() -> None:
    said = answer(passages=("甲。", PASSAGE, "乙。"), cited=(2,))
    assert json.loads(matter_of(case(), said).shown())["passages"] == [
        {"title": "退货规则", "headings": ["会员"], "text": PASSAGE}
    ]


def test_of_a_child_the_piece_around_it_is_shown() -> None:
    said = answer()
    whole = replace(said.passages[0].chunk, id="chk_9", text=f"总则。{PASSAGE}附则。")
    said = replace(said, passages=(replace(said.passages[0], parent=whole),))
    assert json.loads(matter_of(case(), said).shown())["passages"][0]["text"] == whole.text


def test_the_instructions_are_in_the_language_of_the_question() -> None:
    assert matter_of(case(), answer()).language == "zh"
    assert matter_of(case(question="How long may a gold member return goods?"), answer()).language == "en"
    assert "评判" in instructions("zh") and "You judge" in instructions("en")
    for language in ("zh", "en"):
        text = instructions(language)
        assert "{{" not in text and "version" not in text
        assert all(name in text for name in ("expected", "statements", "passages", "about", "holds", "reason"))
    assert version().isalnum()
