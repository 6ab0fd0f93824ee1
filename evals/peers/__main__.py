"""Measure ours beside plain LangChain pipelines: same documents, questions, embedding model, database and judge.

Run: ``python -m evals.peers [SHARED] [--only policies,tables] [--folder FOLDER] [--no-page]``

Everything is loaded anew, on an embedded server in a temporary home; with ``--folder`` home and vectors stay there
and the next run only asks; it then has no seconds of loading. Prints the tables, writes ``build/eval-peers.json`` and
the stretch of ``docs/results.md``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from core.errors import DianmianError, NotReady, outcome_of
from core.settings import Settings
from evals.external.table import printed
from evals.facts.table_coverage import SHARED
from evals.peers.corpus import Corpus, policies, tables
from evals.peers.measuring import Figures, measure
from evals.peers.process import ENVIRONMENT, PeerProcess, peer_process
from evals.peers.report import TITLES, put_between, stretch
from evals.report import write_json
from service.logs import configure
from service.wiring import Application, open_application
from store.embedded import EmbeddedServer
from store.roles import SUPERUSER

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "build" / "eval-peers.json"
PAGE = ROOT / "docs" / "results.md"
COMMAND = "make eval-peers"
_CORPORA: dict[str, Callable[[Path, Settings], Corpus | None]] = {"policies": policies, "tables": tables}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write; returns the exit code, 75 when there is nothing to measure with or on."""
    given = _arguments(arguments)
    console = Console(width=200)
    try:
        found = _measured(given, lambda line: print(line, file=sys.stderr, flush=True))
    except DianmianError as error:
        console.print(str(error), markup=False)
        return outcome_of(error).exit_code
    for name, systems in found.items():
        console.print(printed(TITLES[name], systems))
    # A part of the corpora must not look like the whole.
    if set(found) == set(_CORPORA):
        write_json(OUTPUT, found)
        if given.page:
            put_between(PAGE, "eval-peers", stretch(found, COMMAND, datetime.now(UTC).date()))
    return 0


def _measured(given: argparse.Namespace, say: Callable[[str], None]) -> dict[str, Figures]:
    with ExitStack() as stack:
        folder = stack.enter_context(_folder(given.folder))
        settings = _settings(folder)
        read = {name: _CORPORA[name](given.shared, settings) for name in given.only.split(",")}
        for name in (name for name, corpus in read.items() if corpus is None):
            say(f"{name}: not measured, {given.shared} has no such data")
        corpora = [corpus for corpus in read.values() if corpus is not None]
        if not corpora:
            raise NotReady("nothing measured", place=str(given.shared), advice="put the shared data beside the project")
        application, process = stack.enter_context(_everything(settings, folder, given.environment))
        return {corpus.name: measure(corpus, application, process, say) for corpus in corpora}


def _settings(folder: Path) -> Settings:
    # The home is this evaluation's own, so what the user has loaded elsewhere is neither read nor changed.
    return Settings(_env_file=None, home=folder / "home", DATABASE_URL="", log_level="warning")  # type: ignore[call-arg]


@contextmanager
def _everything(settings: Settings, folder: Path, environment: Path) -> Iterator[tuple[Application, PeerProcess]]:
    """Open one server for both sides: ours in its database, the pipelines in one of theirs."""
    configure(settings.log_level)
    server = EmbeddedServer(settings.home)
    server.start()
    try:
        address = server.address(SUPERUSER, "postgres").render_as_string(hide_password=False)
        with peer_process(address, folder, environment) as process, open_application(settings) as application:
            yield application, process
    finally:
        server.close()


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    if named is not None:
        named.mkdir(parents=True, exist_ok=True)
        yield named.resolve()
        return
    # Short, because the server's socket has its path from it; readable, because the server runs as another user.
    with TemporaryDirectory(prefix="dm", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--only", default=",".join(_CORPORA), help="which corpora")
    parser.add_argument("--folder", type=Path, help="keep home and vectors here")
    parser.add_argument("--environment", type=Path, default=ENVIRONMENT, help="where the pipelines are installed")
    parser.add_argument("--no-page", dest="page", action="store_false", help="leave docs/results.md as it is")
    given = parser.parse_args(arguments)
    if unknown := set(given.only.split(",")) - _CORPORA.keys():
        parser.error(f"unknown corpus {sorted(unknown)[0]}")
    return given


if __name__ == "__main__":
    sys.exit(main())
