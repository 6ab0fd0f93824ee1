"""The plain pipelines for real, in their own environment and database, beside ours under one judge."""

from pathlib import Path

import pytest

from core.errors import UpstreamFailed
from core.settings import Settings
from evals.external.place import Place
from evals.peers.corpus import Corpus
from evals.peers.measuring import PIPELINES, measure
from evals.peers.process import ENVIRONMENT, Pipeline, peer_process
from evals.suite import Case, Gold
from service.wiring import build
from store.embedded import EmbeddedServer
from store.engine import Database
from store.roles import SUPERUSER

RETURNS = "# 青禾书店退货规则\n\n## 柜台\n\n柜台购买的图书应当自购买之日起15天内提出退货，并且出示小票。\n\n## 网上\n\n网上购买的图书应当自签收之日起7天内提出退货，运费由本店承担。\n"
DELIVERY = "# 青禾书店配送说明\n\n## 运费\n\n订单金额满59元免收运费，不满59元的每单收取运费6元。\n"
TEXTS = {"退货.md": RETURNS, "配送.md": DELIVERY}
CORPUS = Corpus(
    "tiny",
    {name: text.encode() for name, text in TEXTS.items()},
    TEXTS,
    (Case("L1", "网上买的书几天内可以退货？", "lookup", ("7天",), (Gold("退货.md", "网上"),)),),
    {"L1": (Place("退货.md", ("网上购买的图书应当自签收之日起7天内提出退货，运费由本店承担。",)),)},
)


@pytest.mark.skipif(not (ENVIRONMENT / ".installed").exists(), reason="make eval-peers installs the pipelines")
def test_every_system_is_loaded_and_asked(
    settings: Settings, database: Database, embedded_server: EmbeddedServer, tmp_path: Path
) -> None:
    address = embedded_server.address(SUPERUSER, "postgres").render_as_string(hide_password=False)
    said: list[str] = []
    with peer_process(address, tmp_path) as process:
        found = measure(CORPUS, build(settings, database), process, said.append)
        with pytest.raises(UpstreamFailed, match="KeyError"):
            process.ask("search", {"collection": "none", "question": "几天", "limit": 1})
    assert list(found) == [*PIPELINES, "dianmian search", "dianmian ask"]
    for figures in found.values():
        assert (figures["questions"], figures["value@5"], figures["place@5"]) == (1, 1, 1)
        assert figures["chunks"] >= 2 and figures["load_seconds"] > 0
    with peer_process(address, tmp_path) as process:
        again = Pipeline(process, "plain", "tiny", "recursive").load(TEXTS)
    assert "load_seconds" not in again and again["chunks"] == 2
    headers = found["LangChain, Markdown headers + 512/50"]
    assert headers["chunks"] > found["LangChain, 512/50 characters"]["chunks"]
    assert headers["irrelevant_text@5"] < 1
    assert (tmp_path / "vectors.npz").exists() and len(said) == 7
