"""The pipelines in their own environment, as systems like any other."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from core.errors import NotReady, UpstreamFailed
from evals.external.system import Hit

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-peers"
RUNNER = Path(__file__).with_name("runner.py")
_ADVICE = "make eval-peers installs evals/peers.lock into it"


class PeerProcess:
    """One running process; requests are answered one after the other."""

    def __init__(self, process: "subprocess.Popen[str]", log: IO[str]) -> None:
        self._process = process
        self._log = log

    def ask(self, task: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to one request.

        Raises:
            UpstreamFailed: The request failed, or the process ended; the message is the last it said.
        """
        assert self._process.stdin and self._process.stdout  # noqa: S101  it was started with both
        try:
            self._process.stdin.write(json.dumps({task: request}, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise UpstreamFailed(f"the pipelines ended: {self._last_words()}", place=RUNNER.name, advice=_ADVICE)
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise UpstreamFailed(str(answer["error"]), place=RUNNER.name, advice="see what the library says")
        return answer

    def _last_words(self) -> str:
        self._log.seek(0)
        return (self._log.read().strip().splitlines() or ["it said nothing"])[-1]


class Pipeline:
    """One collection of the process, cut in one way."""

    def __init__(self, process: PeerProcess, name: str, collection: str, splitter: str) -> None:
        self.name = name
        self._process = process
        self._collection = f"{collection}-{splitter}"
        self._splitter = splitter

    def load(self, documents: Mapping[str, str]) -> dict[str, float]:
        """Load ``documents`` (name → text); returns ``chunks``, ``characters`` and ``load_seconds``.

        Without the seconds where vectors of an earlier run were used.

        Raises:
            UpstreamFailed: It failed.
        """
        listed = [{"name": name, "text": text} for name, text in documents.items()]
        request = {"collection": self._collection, "splitter": self._splitter, "documents": listed}
        answer = self._process.ask("load", request)
        found = {"chunks": answer["chunks"], "characters": answer["characters"]}
        return found if answer["seconds"] is None else found | {"load_seconds": round(answer["seconds"], 1)}

    def search(self, question: str, limit: int) -> tuple[Hit, ...]:
        """Return the nearest chunks.

        Raises:
            UpstreamFailed: It failed.
        """
        request = {"collection": self._collection, "question": question, "limit": limit}
        found = self._process.ask("search", request)["hits"]
        return tuple(Hit(item["text"], item["document"], item["score"]) for item in found)


@contextmanager
def peer_process(address: str, folder: Path, environment: Path = ENVIRONMENT) -> Iterator[PeerProcess]:
    """Start the pipelines, and end them with the block.

    Args:
        address: SQLAlchemy URL of a superuser's database.
        folder: Where vectors are kept for another run, and what the process says.
        environment: The virtual environment that ``evals/peers.lock`` is installed in.

    Raises:
        NotReady: The environment is not there.
    """
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        raise NotReady(f"{environment.name} is not there", place=str(environment), advice=_ADVICE)
    command = [str(python), "-I", "-W", "ignore", str(RUNNER), address, str(folder / "vectors.npz")]
    with (folder / "peers.log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(  # noqa: S603  (our own file, in the environment that make built)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8"
        )
        try:
            yield PeerProcess(process, log)
        finally:
            process.terminate()
            process.wait()
