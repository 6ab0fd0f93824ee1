"""Comparison and lint over HTTP: the same answers as on the command line, and nothing is kept."""

from typing import Any

from litestar.testing import TestClient

from tests.api.conftest import RETURNS, send

Client = TestClient[Any]
NEWER = RETURNS.replace("15天", "20天").replace("1至3个工作日", "1至2个工作日")


def parts(**files: tuple[str, str]) -> list[tuple[str, tuple[str, bytes]]]:
    return [(field, (name, text.encode())) for field, (name, text) in files.items()]


def test_two_files_are_compared(client: Client) -> None:
    response = client.post("/v1/diff", files=parts(old=("规则.md", RETURNS), new=("规则.md", NEWER)))
    assert response.status_code == 200, response.text
    found = response.json()
    numbers = [number for section in found["sections"] for words in section["wordings"] for number in words["numbers"]]
    assert [(number["old"], number["new"]) for number in numbers] == [
        ("15天", "20天"),
        ("1至3个工作日", "1至2个工作日"),
    ]
    assert {change["turn"] for change in found["facts"]} == {"value"}
    assert client.get("/v1/kbs/books").status_code == 404


def test_a_file_is_the_same_as_itself(client: Client) -> None:
    response = client.post("/v1/diff", files=parts(old=("旧.md", RETURNS), new=("新.md", RETURNS)))
    assert response.json()["result"] == "same"


def test_two_documents_of_a_knowledge_base_are_compared(books: Client) -> None:
    send(books, ("退货规则(新).md", NEWER))
    ids = {item["source_name"]: item["id"] for item in books.get("/v1/kbs/books/documents").json()["documents"]}
    query = {"old": ids["退货规则.md"], "new": ids["退货规则(新).md"]}
    found = books.get("/v1/kbs/books/diff", params=query).json()
    assert found["numbers_changed"] == 2
    assert {change["old"]["fact"]["value"] for change in found["facts"]} == {"15天", "1至3个工作日"}
    missing = books.get("/v1/kbs/books/diff", params={"old": ids["退货规则.md"], "new": "doc_0"})
    assert (missing.status_code, missing.json()["type"]) == (404, "not-found")


def test_files_are_linted_together(client: Client) -> None:
    files = [
        ("files", ("甲.md", "# 甲\n\n青禾书灯的保修期为12个月，见附件三。\n".encode())),
        ("files", ("乙.md", "# 乙\n\n青禾书灯的保修期为18个月。\n".encode())),
        ("files", ("坏.bin", bytes(range(256)))),
    ]
    response = client.post("/v1/lint", files=files)
    assert response.status_code == 200, response.text
    report = response.json()
    assert {finding["kind"] for finding in report["findings"]} == {"contradiction", "broken_reference"}
    assert report["counts"] == {"error": 2, "warning": 0, "note": 0}
    assert [unread["file"] for unread in report["unread"]] == ["坏.bin"]


def test_lint_knows_the_day(client: Client) -> None:
    files = [("files", ("活动.md", "---\nvalid_to: 2025-08-31\n---\n\n# 活动\n\n图书打8折。\n".encode()))]
    assert client.post("/v1/lint", files=files).json()["findings"] == []
    dated = client.post("/v1/lint", params={"on": "2025-10-01"}, files=files).json()
    assert [finding["kind"] for finding in dated["findings"]] == ["outdated"]


def test_what_is_wrong_with_the_request_is_said(client: Client) -> None:
    twice = [("files", ("甲.md", b"# a")), ("files", ("甲.md", b"# b"))]
    assert client.post("/v1/lint", files=twice).json()["type"] == "invalid-input"
    assert client.post("/v1/lint", params={"on": "soon"}, files=twice).status_code == 400
    assert client.post("/v1/diff", files=parts(old=("甲.md", RETURNS))).status_code == 400
    unreadable = client.post(
        "/v1/diff", files=[("old", ("甲.md", RETURNS.encode())), ("new", ("坏.bin", bytes(range(256))))]
    )
    assert (unreadable.status_code, unreadable.json()["place"]) == (415, "坏.bin")
