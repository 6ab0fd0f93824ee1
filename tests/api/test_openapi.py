"""The OpenAPI document is complete, and the pages need nothing from elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import service.http

Client = TestClient[Any]
STATIC = Path(service.http.__file__).parent / "static"
# A namespace is a name, not an address that is fetched.
NAMESPACE = "http://www.w3.org/2000/svg"


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


@pytest.fixture
def document(client: Client) -> dict[str, Any]:
    response = client.get("/openapi.json")
    assert response.headers["content-type"].startswith("application/json")
    return dict(response.json())


def test_it_is_openapi_31_and_lists_every_route(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert {
        "/v1/kbs", "/v1/kbs/{kb}", "/v1/kbs/{kb}/documents", "/v1/kbs/{kb}/documents/{document}",
        "/v1/kbs/{kb}/documents/{document}/chunks", "/v1/kbs/{kb}/search", "/v1/kbs/{kb}/ask", "/v1/kbs/{kb}/facts",
        "/v1/diff", "/v1/kbs/{kb}/diff", "/v1/lint", "/v1/normalise", "/health", "/ready", "/v1/kbs/{kb}/asked", "/v1/kbs/{kb}/asked/{asked}", "/v1/kbs/{kb}/asked/{asked}/feedback",
        "/v1/kbs/{kb}/asked/proposals", "/v1/kbs/{kb}/facts/export",
        "/v1/kbs/{kb}/synonyms", "/v1/kbs/{kb}/synonyms/{decision}", "/v1/kbs/{kb}/synonyms/import",
        "/v1/kbs/{kb}/synonyms/export", "/v1/kbs/{kb}/vocabulary", "/v1/kbs/{kb}/vocabulary/{decision}",
        "/v1/kbs/{kb}/vocabulary/import", "/v1/kbs/{kb}/vocabulary/export", "/v1/kbs/{kb}/vocabulary/mode",
        "/v1/kbs/{kb}/vocabulary/propose",
        "/v1/kbs/{kb}/review", "/v1/kbs/{kb}/review/precision", "/v1/kbs/{kb}/review/{fact}",
        "/v1/kbs/{kb}/review/{fact}/approve", "/v1/kbs/{kb}/review/{fact}/reject",
        "/v1/kbs/{kb}/review/{fact}/correct", "/v1/kbs/{kb}/review/{fact}/merge",
        "/v1/kbs/{kb}/conflicts", "/v1/kbs/{kb}/conflicts/scan", "/v1/kbs/{kb}/conflicts/{conflict}",
        "/v1/kbs/{kb}/conflicts/{conflict}/resolve", "/v1/kbs/{kb}/conflict-rules",
        "/v1/kbs/{kb}/facts/{fact}", "/v1/kbs/{kb}/facts/{fact}/events", "/v1/kbs/{kb}/facts/{fact}/chunk",
        "/v1/kbs/{kb}/chunks/{chunk}", "/v1/kbs/{kb}/chunks/{chunk}/facts",
        "/v1/kbs/{kb}/jobs", "/v1/kbs/{kb}/jobs/{job}", "/v1/kbs/{kb}/jobs/{job}/cancel", "/v1/kbs/{kb}/jobs/{job}/retry",
        "/v1/chat/completions", "/v1/models", "/v1/models/{model}", "/v1/kbs/{kb}/vocabulary/term",
        "/v1/kbs/{kb}/synonyms/alias",
        "/v1/keys", "/v1/keys/{key}", "/v1/limits", "/v1/audit",
    } == set(document["paths"])  # fmt: skip


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in document["tags"]}
    for path, method, operation in operations(document):
        assert operation["summary"] and operation["description"], (method, path)
        assert set(operation["tags"]) <= tags
        assert all(parameter["description"] for parameter in operation.get("parameters", [])), (method, path)


def test_every_error_is_a_documented_problem(document: dict[str, Any]) -> None:
    for path, method, operation in operations(document):
        for status, response in operation["responses"].items():
            assert response["description"], (method, path, status)
            if int(status) >= 400:
                schema = response["content"]["application/problem+json"]["schema"]
                name = "ChatProblem" if path.startswith(("/v1/chat", "/v1/models")) else "Problem"
                assert schema == {"$ref": f"#/components/schemas/{name}"}, (method, path, status)


def test_headers_of_conditions_and_repetitions_are_described(document: dict[str, Any]) -> None:
    """Whatever may be asked for again has a tag, and whatever changes one thing takes it back."""
    taken: dict[str, set[str]] = {"Idempotency-Key": set(), "If-None-Match": set(), "If-Match": set()}
    for path, method, operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["name"] in taken:
                taken[parameter["name"]].add(f"{method} {path}")
        answers = operation["responses"]
        if f"{method} {path}" in taken["Idempotency-Key"]:
            assert {"409", "422"} <= set(answers)
            assert any("Idempotent-Replayed" in answer.get("headers", {}) for answer in answers.values())
        if f"{method} {path}" in taken["If-None-Match"]:
            assert "304" in answers and "ETag" in answers["200"]["headers"]
        assert ("412" in answers) == (f"{method} {path}" in taken["If-Match"])
    assert {
        "post /v1/kbs", "post /v1/keys", "post /v1/kbs/{kb}/documents", "post /v1/kbs/{kb}/vocabulary",
        "post /v1/kbs/{kb}/synonyms", "post /v1/kbs/{kb}/review/{fact}/approve",
        "post /v1/kbs/{kb}/conflicts/{conflict}/resolve", "post /v1/kbs/{kb}/jobs/{job}/retry",
    } <= taken["Idempotency-Key"]  # fmt: skip
    assert not any(one.endswith(("/ask", "/search", "/completions", "/lint")) for one in taken["Idempotency-Key"])
    assert {one.split()[0] for one in taken["If-None-Match"]} == {"get"}
    assert len(taken["If-None-Match"]) >= 18
    assert len(taken["If-Match"]) >= 14


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert used <= set(schemas)
    assert "金卡会员" in str(schemas["Question"]["properties"]["question"]["examples"])


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_loads_from_this_service_alone(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert links
    assert all(link.startswith("/") and not link.startswith("//") for link in links)
    assert all(client.get(link).status_code == 200 for link in links)


def test_no_file_of_the_pages_names_another_host() -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    assert len(files) >= 6
    for file in files:
        text = file.read_text(encoding="utf-8").replace(NAMESPACE, "")
        assert not re.search(r"https?://|[\"'(]//|@import|url\(", text), file.name


def test_text_of_documents_is_never_markup() -> None:
    for file in STATIC.glob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


def test_both_languages_have_the_same_words() -> None:
    text = (STATIC / "words.js").read_text(encoding="utf-8")
    chinese, english = text.split("  en: {")
    keys = [set(re.findall(r"(?<=[{,\s])(\w+): \"", part)) for part in (chinese, english)]
    assert keys[0] == keys[1]
    assert len(keys[0]) > 30
    used = set(re.findall(r"data-text=\"(\w+)\"", (STATIC / "index.html").read_text(encoding="utf-8")))
    assert used <= keys[0]
