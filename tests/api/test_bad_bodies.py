"""JSON and forms that do not fit are told where, and never break a route."""

import pytest

from tests.api.conftest import Client

ASK = "/v1/kbs/books/ask"


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"question": "退货", "limit": "1"}, "body limit"),
        ({"question": 5}, "body question"),
        ({"question": "退货", "history": [{"question": "a"}, {"question": ""}]}, "body history[1].question"),
        ({"question": "退货", "other": 1}, "body data"),
        ([], "body data"),
    ],
)
def test_values_are_not_guessed(books: Client, body: object, place: str) -> None:
    response = books.post(ASK, json=body)
    assert (response.status_code, response.json()["place"]) == (400, place), response.text


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 5_000 + b"1" + b"}" * 5_000])
def test_deep_json_is_told(books: Client, body: bytes) -> None:
    response = books.post("/v1/normalise", content=body[:60_000], headers={"Content-Type": "application/json"})
    assert response.status_code == 400, response.text
    assert response.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize("charset", ["utf-8", "no-such-charset"])
def test_a_part_that_is_no_text_is_told(books: Client, charset: str) -> None:
    part = f'--x\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: text/plain; charset={charset}\r\n\r\n'
    body = part.encode() + b"\x89PNG\r\n--x--\r\n"
    response = books.post("/v1/lint", content=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert response.status_code == 400, response.text
    assert response.json()["type"] == "invalid-input"


@pytest.mark.parametrize("kind", ["vocabulary", "synonyms"])
def test_deep_yaml_is_told(books: Client, kind: str) -> None:
    response = books.post(f"/v1/kbs/books/{kind}/import", files={"file": ("words.yaml", b"[" * 5_000)})
    assert response.status_code == 422, response.text
    assert "deep" in response.json()["detail"]


@pytest.mark.parametrize("name", ["n" * 300, "%00", "n" * 300 + "/x"])
def test_a_static_file_that_cannot_be_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/v1/models", "/v1/chat/completions", "/v1/models/x/y/z"])
def test_the_chat_door_tells_errors_of_the_framework_in_its_own_way(books: Client, path: str) -> None:
    response = books.put(path)
    assert response.status_code in (404, 405)
    assert response.json()["error"]["message"]


def test_options_name_every_method_of_a_path(client: Client) -> None:
    allowed = client.options("/v1/kbs").headers["allow"].split(", ")
    assert set(allowed) == {"GET", "POST", "OPTIONS"}


@pytest.mark.parametrize("moment", ["0.5", "5", "x"])
def test_a_number_is_no_moment(client: Client, moment: str) -> None:
    assert client.get("/v1/audit", params={"until": moment}).status_code == 422


def test_the_document_tells_limits_inside_lists_and_beside_null(client: Client) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    asked = schemas["Question"]
    assert asked["additionalProperties"] is False
    documents = schemas["FilterBody"]["properties"]["documents"]["oneOf"][0]
    assert (documents["maxItems"], documents["items"]["minLength"]) == (100, 1)
    assert schemas["UploadForm"]["properties"]["files"]["minItems"] == 1


def test_a_csv_file_has_one_charset(books: Client) -> None:
    for path in ("facts/export", "synonyms/export", "vocabulary/export"):
        kind = books.get(f"/v1/kbs/books/{path}", params={"format": "csv"}).headers["content-type"]
        assert kind == "text/csv; charset=utf-8"
