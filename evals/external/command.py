"""``dianmian eval external``: systems of a configuration through one suite."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from rich.console import Console

from core.errors import InvalidInput
from core.settings import load_settings
from evals.external.configuration import Described, read_configuration
from evals.external.figures import DEPTH, figures
from evals.external.http_system import HttpSystem
from evals.external.ours import Asked, Searched
from evals.external.place import places_of
from evals.external.python_callable import PythonCallable
from evals.external.running import run
from evals.external.system import System
from evals.external.table import printed
from evals.report import write_json
from evals.run import targets
from evals.suite import read_suite
from service.wiring import Application

Opening = Callable[[], AbstractContextManager[Application]]


def main(
    configuration: Path, suite: Path, opened: Opening, *, documents: Path | None = None, limit: int = DEPTH
) -> dict[str, dict[str, float]]:
    """Return the figures of every system of ``configuration``, by name, on ``suite``.

    Args:
        configuration: See ``evals.external.configuration``.
        suite: The questions.
        opened: Opens the application; called only when a system is a knowledge base.
        documents: The folder the suite's documents lie in; by default the one that goes with the suite.
        limit: Hits asked for a question.

    Raises:
        InvalidInput, ConfigurationError: The configuration, the suite or its documents cannot be used.
        UpstreamFailed: A system failed.
    """
    described = read_configuration(configuration)
    cases = read_suite(suite)
    folder = documents or targets(str(suite))[0].documents
    if not folder.is_dir():
        raise InvalidInput("no such folder of documents", place=str(folder), advice="give it with --documents")
    places = places_of(cases, folder, load_settings())
    with ExitStack() as stack:
        systems = make_systems(described, lambda: stack.enter_context(opened()))
        return {system.name: figures(run(system, cases, places, limit)) for system in systems}


def make_systems(described: Sequence[Described], application: Callable[[], Application]) -> list[System]:
    """Return the systems, all checked before any is asked; ``application`` is opened once, when one needs it.

    Raises:
        ConfigurationError: One cannot be used as described.
    """
    made: list[System] = []
    opened: Application | None = None
    for one in described:
        if one.http is not None:
            made.append(HttpSystem(one.http, one.name, one.place))
        elif one.callable:
            made.append(PythonCallable(one.callable, one.name))
        else:
            opened = opened or application()
            opened.retriever.warm_up()
            kind = Asked if one.through == "ask" else Searched
            made.append(kind(opened.retriever, one.kb, one.name))
    return made


def show(suite: Path, found: Mapping[str, Mapping[str, float]]) -> None:
    """Print the table of ``found``."""
    Console(width=200).print(printed(suite.name, found))


def write(path: Path, suite: Path, found: Mapping[str, Mapping[str, float]]) -> None:
    """Write the figures as JSON: ``{"suite": …, "systems": {name: {figure: number}}}``."""
    write_json(path, {"suite": suite.name, "systems": found})
