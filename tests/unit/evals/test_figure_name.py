"""Every table of figures asks for figures that a run has."""

from evals import figure_name
from evals.answering import scored
from evals.baseline import HIGHER_IS_BETTER
from evals.comparing.figure import FIGURES
from evals.layers.figures import figures_of
from evals.metrics import metrics
from evals.report import COLUMNS, DELIVERS
from evals.variants.table import COMMON, MODEL, Shown
from tests.unit.evals.conftest import Made
from tests.unit.evals.records import absent, record


def measured(made: Made) -> set[str]:
    """Return the names of all figures of a run that has every sort of question."""
    results = [scored(made.case(), made.answer()), scored(made.case("absent"), made.answer(refused=True))]
    return set(metrics(results) | figures_of([record(1), absent(2)]))


def test_what_is_measured_has_its_name_in_one_place(made: Made) -> None:
    assert set(figure_name.OF_ANSWERS) | {figure_name.CITATION, figure_name.FAITHFULNESS} <= measured(made)
    assert {figure_name.of_kind("lookup", name) for name in figure_name.OF_ANSWERS} & measured(made)
    assert figure_name.of_kind("lookup", figure_name.CITATION) in measured(made)


def test_tables_and_baselines_ask_for_what_is_measured(made: Made) -> None:
    asked = {*COLUMNS, *(name for shown in DELIVERS.values() for _, name in shown), *HIGHER_IS_BETTER}
    assert asked <= measured(made)


def test_variants_ask_for_what_is_measured_or_compared(made: Made) -> None:
    cells = [cell for cell in (*COMMON.values(), *MODEL.values()) if isinstance(cell, Shown)]
    assert {cell.figure for cell in cells} <= measured(made)
    compared = {figure.name for figure in FIGURES}
    assert {figure_name.ACCURACY, "vector_mrr"} <= compared
