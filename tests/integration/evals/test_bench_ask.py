"""The bench at a small size: the same code, the same checks, no times judged."""

import pytest

from evals.bench_ask.__main__ import TARGETS, measured
from evals.bench_ask.corpus import Size, first_fact, made, names_fact
from evals.bench_ask.questions import KINDS, questions
from evals.bench_facts_data import statement_of

SIZE = Size(chunks=300, facts=1200, subjects=100)


def test_a_small_run_measures_everything(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("bench", numbered=True)
    home.chmod(0o755)
    figures = measured(home, SIZE, of_each=2, seconds=1.0, clients=4)
    assert figures["questions"] == 8 and figures["crowd.errors"] == 0 and figures["crowd.per_second"] > 0
    measurable = {target.figure for target in TARGETS} - {"keyword.same_as_bm25s"}
    assert all(figures[name] >= 0 for name in measurable)
    assert figures.get("keyword.same_as_bm25s", 1.0) == 1.0


def test_the_corpus_is_the_same_every_time_and_says_its_facts() -> None:
    assert made(3, SIZE) == made(3, SIZE) != made(4, SIZE)
    chunk = made(0, SIZE).chunks[0]
    assert names_fact(0) and chunk.text.startswith(statement_of(first_fact(0, SIZE), SIZE.subjects))


def test_questions_come_in_equal_parts() -> None:
    asked = questions(SIZE, 3)
    assert [question.kind for question in asked] == list(KINDS) * 3
    assert all(question.text.strip() for question in asked)
    others = questions(SIZE, 3, others=True)
    assert not {question.text for question in asked} & {question.text for question in others}
