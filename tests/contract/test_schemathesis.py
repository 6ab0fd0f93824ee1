"""A live service does what its OpenAPI document says, asked by schemathesis in thousands of ways.

Deeper, with all phases and more examples: ``CONTRACT_DEEP=1``, or ``make fuzz``.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from core.settings import Settings
from service.http.server import Background, listen
from service.knowledge_bases import get_or_create
from store.engine import Database
from tests.api.conftest import DELIVERY, RETURNS
from tests.api.keyed import keyed, new_key
from tests.contract.known_things import KB

HERE = Path(__file__).parent
QUICK = ("--phases", "fuzzing,stateful", "--max-examples", "3")
DEEP = ("--phases", "coverage,fuzzing,stateful", "--max-examples", os.environ.get("CONTRACT_DEEP", "20"))
UNLIMITED = 1_000_000
SUMMARY = re.compile(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)")
GENERATED = re.compile(r"(\d+) generated")


def test_the_service_keeps_to_its_document(settings: Settings, database: Database, tmp_path: Path) -> None:
    service = keyed(settings, database, requests_per_minute=UNLIMITED, questions_per_minute=UNLIMITED)
    for name, text in (("退货规则.md", RETURNS), ("配送说明.md", DELIVERY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with database.session() as session:
        get_or_create(session, KB)
    service.loader.load(KB, [tmp_path])
    made = new_key(database)
    with Background(service, listen("127.0.0.1", 0)) as server:
        ended = subprocess.run(
            command(server.url),
            env=environment(server.url, made.key.id, made.secret.text),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-2_000:]
    selected, described, tested = (int(number) for number in SUMMARY.search(ended.stdout).groups())
    assert selected == described == tested > 70
    assert int(GENERATED.search(ended.stdout)[1]) > 5 * tested


def command(url: str) -> list[str]:
    chosen = DEEP if "CONTRACT_DEEP" in os.environ else QUICK
    tool = [sys.executable, "-W", "ignore", "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml")]
    return [*tool, "run", f"{url}/openapi.json", "--checks", "all", "--continue-on-failure", *chosen]


def environment(url: str, key_id: str, key: str) -> dict[str, str]:
    root = str(HERE.parent.parent)
    return {**os.environ, "CONTRACT_URL": url, "CONTRACT_KEY": key, "CONTRACT_KEY_ID": key_id, "PYTHONPATH": root}
