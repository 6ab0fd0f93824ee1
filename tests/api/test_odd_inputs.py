"""Whatever is sent, a route answers with a status it documents, and errors are problems."""

from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

Client = TestClient[Any]

ODD_TEXT = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "books", "退货期限", "\x00", "../..", "%00", "'; --", "{{7}}", "9" * 400, "‮", "👩‍👩‍👧"]),
)
# A slash or dots alone would make it another route.
SEGMENT = ODD_TEXT.filter(lambda value: bool(value.strip("./")) and "/" not in value)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ODD_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_TEXT, inner, max_size=3),
    max_leaves=6,
)


def value_for(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that fit a schema, with odd ones among them."""
    options = schema.get("oneOf", [schema])
    kinds = [kind for option in options for kind in [option.get("type", "string")]]
    flat = [name for kind in kinds for name in (kind if isinstance(kind, list) else [kind])]
    fitting = {"integer": st.integers(-3, 60), "string": ODD_TEXT, "array": st.lists(ODD_TEXT, max_size=3)}
    return st.one_of(*(fitting.get(name, ODD_TEXT) for name in flat), JSON)


def body_for(schema: dict[str, Any], document: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return bodies: nearly right ones by the schema, and any JSON."""
    named = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    fields = {name: value_for(item) for name, item in named["properties"].items()}
    needed = {name: fields[name] for name in named.get("required", [])}
    optional = {name: fields[name] for name in fields if name not in needed}
    return st.one_of(st.fixed_dictionaries(needed, optional=optional), JSON)


@st.composite
def requests(draw: st.DrawFn, document: dict[str, Any]) -> tuple[str, str, dict[str, Any], list[str]]:
    """Draw a request of the document: method, path, what goes with it, and the statuses it may get."""
    path = draw(st.sampled_from(sorted(document["paths"])))
    method = draw(st.sampled_from(sorted(document["paths"][path])))
    operation = document["paths"][path][method]
    sent: dict[str, Any] = {"params": {}}
    target = path
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            text = draw(
                st.one_of(st.just("books"), ODD_TEXT.filter(lambda value: value.strip("./") and "/" not in value))
            )
            target = target.replace(f"{{{parameter['name']}}}", quote(text, safe=""))
        elif draw(st.booleans()):
            sent["params"][parameter["name"]] = draw(
                value_for(parameter["schema"]).filter(lambda v: not isinstance(v, dict))
            )
    if "requestBody" in operation:
        sent |= draw(_bodies(operation["requestBody"]["content"], document))
    return method.upper(), target, sent, list(operation["responses"])


def _bodies(content: dict[str, Any], document: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    if "application/json" in content:
        schema = content["application/json"]["schema"]
        return body_for(schema, document).map(lambda body: {"json": body}) | st.binary(max_size=20).map(
            lambda raw: {"content": raw}
        )
    names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
    files = st.lists(st.tuples(st.just("files"), st.tuples(names, st.binary(max_size=30))), max_size=2)
    return files.map(lambda parts: {"files": parts}) | JSON.map(lambda body: {"json": body})


def test_only_documented_statuses(books: Client) -> None:
    document = books.get("/openapi.json").json()
    seen: set[int] = set()

    @settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(requests(document))
    def check(request: tuple[str, str, dict[str, Any], list[str]]) -> None:
        method, target, sent, documented = request
        if method == "DELETE" and target.endswith("/books"):
            return
        response = books.request(method, target, **sent)
        seen.add(response.status_code)
        assert str(response.status_code) in documented, (request, response.text)
        assert response.status_code not in (500, 502), (request, response.text)
        if response.status_code >= 400:
            assert response.headers["content-type"].startswith("application/problem+json")
            assert response.json()["status"] == response.status_code

    check()
    assert {200, 400, 404, 422} <= seen, "the inputs are not odd enough, or too odd"
    assert books.get("/v1/kbs/books").status_code == 200
