"""Files nobody should send: each costs itself alone, and nothing is half loaded."""

import io
import socket
import zipfile
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from core.settings import Settings
from service.wiring import Application, build
from store.engine import Database
from tests.api.conftest import DELIVERY, RETURNS, Client, send
from tests.api.live import live

GOOD = ("配送说明.md", DELIVERY)
MEGABYTE = 1_000_000


@pytest.fixture
def empty(client: Client) -> Client:
    """A client of a service with one empty knowledge base."""
    assert client.post("/v1/kbs", json={"name": "books"}).status_code == 201
    return client


def names(client: Client) -> list[str]:
    page = client.get("/v1/kbs/books/documents", params={"limit": 1000}).json()
    return [document["source_name"] for document in page["documents"]]


def form(*files: tuple[bytes, bytes]) -> tuple[bytes, dict[str, str]]:
    """Return a form with file names byte for byte as given."""
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="files"; filename="' + name + b'"\r\n\r\n' + content + b"\r\n"
        for name, content in files
    ]
    return b"".join(parts) + b"--x--\r\n", {"Content-Type": "multipart/form-data; boundary=x"}


def raw(client: Client, *files: tuple[bytes, bytes]) -> Any:
    body, headers = form(*files)
    return client.post("/v1/kbs/books/documents", content=body, headers=headers)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../../etc/规则.md", "规则.md"),
        ("..\\..\\规则.md", "规则.md"),
        ("/etc/规则.md", "规则.md"),
        ("C:\\规则.md", "规则.md"),
        ("规\u202e则.md", "规则.md"),
        ("规\u200b则\x07.md", "规则.md"),
        (" 规则.md ", "规则.md"),
        ("规" * 300 + ".md", "规" * 197 + ".md"),
        ("CON.md", "CON.md"),
        ("%2e%2e%2f规则.md", "%2e%2e%2f规则.md"),
    ],
)
def test_a_name_is_never_a_path(empty: Client, sent: str, kept: str) -> None:
    response = raw(empty, (sent.encode(), DELIVERY.encode()))
    assert response.status_code == 201, response.text
    assert names(empty) == [kept]


@pytest.mark.parametrize("name", [b"..", b"...", b"a/..", b"\x01\x02", b"   ", b"../", "\u202e".encode()])
def test_a_file_without_a_name_is_refused(empty: Client, name: bytes) -> None:
    response = raw(empty, (name, DELIVERY.encode()))
    assert response.status_code in (400, 422), response.text
    assert response.headers["content-type"].startswith("application/problem+json")
    assert names(empty) == []


def test_a_name_with_a_nul_breaks_nothing(empty: Client) -> None:
    response = raw(empty, (b"a\x00b.md", DELIVERY.encode()))
    assert response.status_code in (201, 400, 422), response.text
    assert names(empty) in ([], ["ab.md"])


def test_one_name_in_two_forms_is_one_document(empty: Client) -> None:
    assert raw(empty, ("café.md".encode(), RETURNS.encode())).status_code == 201
    assert raw(empty, ("cafe\u0301.md".encode(), DELIVERY.encode())).status_code == 201
    assert names(empty) == ["café.md"]
    both = raw(empty, ("thé.md".encode(), RETURNS.encode()), ("the\u0301.md".encode(), RETURNS.encode()))
    assert (both.status_code, both.json()["place"]) == (422, "files")
    assert names(empty) == ["café.md"]


def packed(name: str, content: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return target.getvalue()


def bomb(size: int) -> bytes:
    """Return a document for a word processor that unpacks to ``size`` bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b" " * size)
    return target.getvalue()


def test_a_bad_file_costs_itself_alone(settings: Settings, database: Database) -> None:
    tight: Application = build(settings.model_copy(update={"sandbox_unpacked_bytes": MEGABYTE}), database)
    nested = packed("里.zip", packed("里.zip", packed("说明.md", DELIVERY.encode())))
    bad = {
        "空.md": b"",
        "炸弹.docx": bomb(20 * MEGABYTE),
        "套娃.zip": nested,
        "断.pdf": b"%PDF-1.7\n1 0 obj\n<<",
        "深.json": b"[" * 100_000 + b"]" * 100_000,
        "头.md": b"---\na: " + b"[" * 20_000 + b"\n---\n\n# x\n",
        "乱.xlsx": b"PK\x03\x04" + bytes(range(256)),
    }
    with live(tight) as address, httpx.Client(base_url=address, timeout=300, trust_env=False) as client:
        client.post("/v1/kbs", json={"name": "books"})
        files = [("files", (name, content)) for name, content in [*bad.items(), (GOOD[0], GOOD[1].encode())]]
        response = client.post("/v1/kbs/books/documents", files=files)
        assert response.status_code == 201, response.text
        result = response.json()
        assert [document["source_name"] for document in result["documents"]] == [GOOD[0]]
        assert sorted(failure["source_name"] for failure in result["failures"]) == sorted(bad)
        assert all(failure["message"] for failure in result["failures"])
        assert client.get("/v1/kbs/books").json()["documents"] == 1
        asked = client.post("/v1/kbs/books/ask", json={"question": "外省订单的送达时间是几天？"}).json()
        assert "3至5个工作日" in asked["answer"]


def head(address: str, length: int) -> bytes:
    place = urlsplit(address)
    return (
        f"POST /v1/kbs/books/documents HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def connected(address: str) -> socket.socket:
    place = urlsplit(address)
    return socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=120)


def test_too_large_a_body_is_refused_before_it_is_sent(application: Application) -> None:
    with live(application) as address:
        httpx.post(f"{address}/v1/kbs", json={"name": "books"}, trust_env=False)
        with connected(address) as connection:
            # Only the head: a service that wants the body first would wait for it.
            connection.sendall(head(address, application.settings.max_upload_bytes + 2 * MEGABYTE))
            answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 413"), answer[:300]
    assert b"application/problem+json" in answer


def test_a_slow_sender_keeps_nobody_waiting(application: Application) -> None:
    body, _ = form((GOOD[0].encode(), GOOD[1].encode()))
    with live(application) as address, httpx.Client(base_url=address, timeout=120, trust_env=False) as others:
        others.post("/v1/kbs", json={"name": "books"})
        with connected(address) as gone, connected(address) as slow:
            for connection in (gone, slow):
                connection.sendall(head(address, len(body)) + body[:40])
            gone.close()
            assert others.get("/v1/kbs/books").json()["documents"] == 0
            slow.sendall(body[40:])
            assert slow.makefile("rb").read().startswith(b"HTTP/1.1 201")
        assert others.get("/v1/kbs/books").json()["documents"] == 1


def test_more_files_than_a_form_may_have_are_refused_together(empty: Client) -> None:
    many = [(f"规则{number}.md", "# 规则\n") for number in range(1001)]
    response = send(empty, *many)
    assert (response.status_code, response.json()["status"]) == (413, 413)
    assert "1000" in response.json()["detail"]
    assert names(empty) == []


def test_a_hundred_files_of_one_request_are_all_there(empty: Client) -> None:
    many = [
        (f"规则{number:03}.md", f"# 规则{number}\n\n第{number}号物品的保管期限为{number}天。\n")
        for number in range(1, 101)
    ]
    assert send(empty, *many).status_code == 201
    assert names(empty) == [name for name, _ in many]
