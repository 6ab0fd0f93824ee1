"""Ask the same questions of the sample FAQ as records, as Markdown and as plain text.

Each form is loaded into a knowledge base of its own on an embedded server in a temporary home.
Run: ``python -m evals.forms``; prints a table, writes ``build/eval-forms.json`` and the stretch of
``docs/results.md``.
"""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from core.errors import DianmianError, outcome_of
from core.settings import Settings
from evals.external.table import as_markdown
from evals.forms.form import forms_of, record_places
from evals.forms.measuring import load_form, measure
from evals.peers.report import made_by, put_between
from evals.report import write_json
from evals.suite import read_suite
from service.logs import configure
from service.wiring import open_application

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "samples" / "shop" / "常见问题.json"
SUITE = ROOT / "evals" / "suites" / "faq.yaml"
OUTPUT = ROOT / "build" / "eval-forms.json"
PAGE = ROOT / "docs" / "results.md"
COMMAND = "make eval-forms"
_COUNTS = ("chunks", "facts", "questions")
_SHARES = ("hit@1", "hit@5", "mrr@10", "value_accuracy", "faithfulness", "irrelevant", "irrelevant_text")
_HEADS = ("form", *_COUNTS, *(share.replace("_", " ") for share in _SHARES), "refused")


def main() -> int:
    """Measure, print and write; returns the exit code."""
    try:
        # Readable, because the server runs as another user.
        with TemporaryDirectory(prefix="dm", ignore_cleanup_errors=True) as folder:
            Path(folder).chmod(0o755)
            found = measured(Path(folder))
    except DianmianError as error:
        print(error, file=sys.stderr)
        return outcome_of(error).exit_code
    Console(width=160).print(_table(found))
    write_json(OUTPUT, {"faq": found})
    put_between(PAGE, "eval-forms", f"{made_by(COMMAND, datetime.now(UTC).date())}\n\n{_markdown(found)}")
    return 0


def measured(home: Path) -> dict[str, dict[str, float]]:
    """Return the figures of every form, by its name.

    Raises:
        DianmianError: A form could not be loaded or asked.
    """
    settings = Settings(_env_file=None, home=home, DATABASE_URL="", log_level="warning")  # type: ignore[call-arg]
    configure(settings.log_level)
    cases = read_suite(SUITE)
    places = record_places(RECORDS, cases)
    with open_application(settings) as application:
        return {
            form.name: load_form(form, application) | measure(form, application, cases, places)
            for form in forms_of(RECORDS, settings)
        }


def _table(found: Mapping[str, Mapping[str, float]]) -> Table:
    table = Table(title=f"{RECORDS.name}, {SUITE.name}")
    for place, head in enumerate(_HEADS):
        table.add_column(head, justify="left" if place == 0 else "right")
    for row in _rows(found):
        table.add_row(*row)
    return table


def _markdown(found: Mapping[str, Mapping[str, float]]) -> str:
    return as_markdown(_HEADS, _rows(found))


def _rows(found: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    return [
        [
            name,
            *(f"{figures[count]:.0f}" for count in _COUNTS),
            *(f"{figures[share]:.2f}" for share in _SHARES),
            f"{figures['refused']:.0f}",
        ]
        for name, figures in found.items()
    ]


if __name__ == "__main__":
    sys.exit(main())
