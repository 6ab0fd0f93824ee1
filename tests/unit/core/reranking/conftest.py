"""A tiny CrossEncoder built here, and a ``/rerank`` service on loopback."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.llm_server import PROXIES

ALPHABET = sorted(
    set("退款将在三个工作日内到账保修期为两年会员免运费请联系客服星澜科技云帆手机，。？ abcdefghijklmnopqrstuvwxyz")
)


def build_cross_encoder(folder: Path, labels: int = 1) -> Path:
    """Save a random BERT of 32 dimensions that gives ``labels`` scores."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *ALPHABET]
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(11)
    config = BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        num_labels=labels, initializer_range=0.5, max_position_embeddings=128,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=128,
    ).save_pretrained(folder)  # fmt: skip
    return folder


@pytest.fixture(scope="session")
def tiny_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_cross_encoder(tmp_path_factory.mktemp("reranker") / "tiny-rerank")


@dataclass
class Reply:
    """One scripted answer; ``drip`` sends the body byte by byte, so many seconds apart."""

    body: bytes | str | list[Any] | dict[str, Any] = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    drip: float = 0.0
    hang_up: bool = False

    @property
    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Service:
    """The running service; ``mind`` makes every reply."""

    mind: Callable[[dict[str, Any]], Reply] = lambda _request: Reply([])
    url: str = ""
    paths: list[str] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def script(self, *replies: Reply) -> None:
        """Give these replies in order, the last one again and again."""
        left = list(replies)
        self.mind = lambda _request: left.pop(0) if len(left) > 1 else left[0]


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            service.paths.append(self.path)
            service.keys.append(self.headers.get("Authorization", ""))
            service.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            reply = service.mind(service.requests[-1])
            time.sleep(reply.pause)
            if reply.hang_up:
                return
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.content)))
            self.end_headers()
            for start in range(0, len(reply.content), 1 if reply.drip else len(reply.content)):
                self.wfile.write(reply.content[start : start + 1] if reply.drip else reply.content)
                self.wfile.flush()
                time.sleep(reply.drip)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the test output quiet."""

    return Handler


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    running = Service()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(running))
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign,assignment]
    running.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield running
    server.shutdown()
    server.server_close()
