"""Adjacency relations, counted by hand, and the tables of a few labelled files."""

from pathlib import Path

import pytest

from core.document import Cell
from core.settings import load_settings
from evals.parsing_peers import agreement
from evals.parsing_tables import (
    DOCUMENTS,
    LABELLED,
    FileScore,
    cells_of_rows,
    gold_relations,
    normalised,
    ours,
    pdfplumber_defaults,
    relations,
    summary,
)


def test_neighbours_right_and_below_skip_empty_cells() -> None:
    found = relations(cells_of_rows([["a", "", "b"], [None, "c", "d"]]))
    assert found == {("a", "right", "b"): 1, ("c", "right", "d"): 1, ("b", "down", "d"): 1}


def test_a_merged_cell_has_each_neighbour_once() -> None:
    cells = [Cell("head", 0, 0, 1, 2), Cell("x", 1, 0), Cell("y", 1, 1)]
    assert relations(cells) == {("head", "down", "x"): 1, ("head", "down", "y"): 1, ("x", "right", "y"): 1}


def test_texts_are_compared_without_spaces_and_with_one_dash() -> None:
    assert normalised("１ 000 –\n2") == "1000-2"


def test_summary_weighs_relations_and_files() -> None:
    figures = summary([FileScore("a", 10, 10, 10, 1.0), FileScore("b", 0, 30, 10, 3.0)])
    assert figures["recall"] == 0.25 and figures["precision"] == 0.5
    assert figures["mean_f1"] == 0.5 and figures["mean_seconds"] == 2.0


def test_agreement() -> None:
    first, second = relations(cells_of_rows([["a", "b"]])), relations(cells_of_rows([["a", "c"]]))
    assert agreement(first, first) == 1.0
    assert agreement(first, second) == 0.0


@pytest.mark.parametrize("name", ["eu-008", "eu-010", "eu-018", "eu-027"])
def test_labelled_tables_are_read_better_than_by_pdfplumber_alone(name: str, tmp_path: Path) -> None:
    folder = DOCUMENTS / LABELLED
    if not folder.is_dir():
        pytest.skip("the labelled files ../shared/data/documents/icdar2013 are not here")
    gold, data = gold_relations(folder / f"{name}-str.xml"), (folder / f"{name}.pdf").read_bytes()
    mine = agreement(ours(data, load_settings(home=tmp_path, ocr_enabled=False, _env_file=None)), gold)
    assert mine >= 0.95
    assert mine > agreement(pdfplumber_defaults(data), gold)
