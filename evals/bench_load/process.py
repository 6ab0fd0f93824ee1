"""The service in a process of its own, as people run it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

_READY_SECONDS = 300.0
_END_SECONDS = 60.0


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """Serve what is in ``home`` on a free loopback port for as long as the block runs; yield the address.

    Raises:
        RuntimeError: The process ends before it listens, or is not ready in time.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DIANMIAN_")}
    environment |= {"DIANMIAN_HOME": str(home), "DIANMIAN_LOG_LEVEL": "error", "OMP_WAIT_POLICY": "passive"}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-W", "ignore", "-m", "service.cli", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            address = _address(process)
            httpx.get(f"{address}/ready", timeout=_READY_SECONDS).raise_for_status()
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _address(process: "subprocess.Popen[str]") -> str:
    """Return the address from the JSON object that the command prints once it listens."""
    told = ""
    for line in process.stdout or ():
        told += line
        try:
            return str(json.loads(told)["url"])
        except json.JSONDecodeError:
            continue
    raise RuntimeError(f"the service ended before it listened: {told!r}")
