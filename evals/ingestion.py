"""How fast and how large reading and cutting a file is, measured in a process of its own.

Run as ``python -m evals.ingestion FILE``: prints one flat JSON object.
"""

import json
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file

_TIMEOUT = 1800
_KIBIBYTES = 1024
_RUNS = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file cost. Times in seconds, ``peak_mib`` the largest resident size of the process in MiB."""

    parse_seconds: float
    chunk_seconds: float
    peak_mib: float
    characters: int
    pages: int
    chunks: int

    @property
    def seconds(self) -> float:
        """Parsing and cutting together."""
        return self.parse_seconds + self.chunk_seconds


def measure(path: Path) -> Reading:
    """Read and cut ``path`` in a new process and return what it cost.

    Raises:
        RuntimeError: The process failed; its last words are in the message.
    """
    command = [sys.executable, "-m", "evals.ingestion", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT)  # noqa: S603  a fixed command
    if done.returncode:
        raise RuntimeError(f"{path.name}: {done.stderr[-500:]}")
    return Reading(**json.loads(done.stdout.splitlines()[-1]))


def _measure_here(path: Path) -> Reading:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    warm = path.with_name(f"warm{path.suffix}")
    if warm.is_file():
        # Loading a parser's library is paid once per process, not per file.
        chunk_document(parse_file(warm, settings=settings), settings)
    readings = [_read_once(path, settings)]
    # What takes milliseconds is disturbed by anything: the quickest of a few runs counts.
    while len(readings) < _RUNS and readings[0].seconds < 1:
        readings.append(_read_once(path, settings))
    return min(readings, key=lambda reading: reading.seconds)


def _read_once(path: Path, settings: Settings) -> Reading:
    started = perf_counter()
    document = parse_file(path, settings=settings)
    parsed = perf_counter()
    chunks = chunk_document(document, settings)
    done = perf_counter()
    return Reading(
        parsed - started, done - parsed, _peak_mib(), len(document.markdown), document.health.pages or 0, len(chunks)
    )


def _peak_mib() -> float:
    """Return this process's own peak; on Linux ``getrusage`` counts in the size of the parent it was started by."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text("ascii", "replace").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / _KIBIBYTES
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIBIBYTES


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(_measure_here(Path(sys.argv[1])))) + "\n")
