"""Parsing by a remote service that speaks MinerU's HTTP interface: post a file, wait for the task, fetch the result."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import ConfigurationError
from core.settings import Settings
from ingestion import media_type
from ingestion.http_service import HttpService
from ingestion.media_type import media_type_of

_FIRST_WAIT = 0.2
_LONGEST_WAIT = 5.0
_PROBE = 40
_FORM = {"return_md": "true", "return_content_list": "true", "return_images": "false", "response_format_zip": "false"}
_NAMES = {
    media_type.PDF: "document.pdf", media_type.DOCX: "document.docx", media_type.DOC: "document.doc",
    media_type.PPTX: "document.pptx", media_type.PPT: "document.ppt", "image/png": "document.png",
    "image/jpeg": "document.jpg", "image/gif": "document.gif", "image/tiff": "document.tiff",
    "image/bmp": "document.bmp", "image/webp": "document.webp",
}  # fmt: skip
_DONE = frozenset({"completed", "done", "success", "succeeded"})
_FAILED = frozenset({"failed", "error", "cancelled", "canceled"})


def parse_remotely(data: bytes, source_name: str, settings: Settings) -> bytes:
    """Return what the service reads in ``data``: Markdown, and the page on which each stretch of it begins.

    The file's own name stays here; the service gets a neutral one.

    Returns:
        JSON ``{"markdown": str, "pages": [[offset, page], …]}``; pages count from 1, offsets are characters.

    Raises:
        ConfigurationError: No address is set.
        UpstreamFailed: The service is away, slow, failed, or sent no Markdown.
    """
    if not settings.parser_url:
        raise ConfigurationError(
            "parser=remote needs the address of a service",
            place="DIANMIAN_PARSER_URL",
            advice="set it, or set DIANMIAN_PARSER=local",
        )
    kind = media_type_of(data, source_name)
    service = HttpService(
        "the remote parser",
        settings.parser_url,
        settings.parser_api_key,
        settings.parser_timeout,
        "check DIANMIAN_PARSER_URL and the service's log, or set DIANMIAN_PARSER=local",
    )
    result = _result(service, (_NAMES.get(kind, "document"), data, kind), settings.parser_timeout)
    markdown = result.get("md_content") or result.get("markdown")
    if not isinstance(markdown, str) or not markdown.strip():
        raise service.failed("sent no Markdown")
    markdown = markdown.replace("\r\n", "\n").replace("\x00", "")
    pages = list(page_starts(markdown, _items(result.get("content_list"))))
    return json.dumps({"markdown": markdown, "pages": pages}, ensure_ascii=False).encode()


def _result(service: HttpService, upload: tuple[str, bytes, str], seconds: float) -> Mapping[str, Any]:
    task = service.post("tasks", upload, "files", _FORM)
    identity = str(task.get("task_id") or "") if isinstance(task, dict) else ""
    if not identity.replace("-", "").replace("_", "").isalnum():
        raise service.failed("gave no task number")
    _wait(service, identity, seconds)
    answer = service.get(f"tasks/{identity}/result")
    results = answer.get("results") if isinstance(answer, dict) else None
    first = next(iter(results.values()), None) if isinstance(results, dict) else answer
    if not isinstance(first, dict):
        raise service.failed("sent no result")
    return first


def _wait(service: HttpService, identity: str, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    pause = _FIRST_WAIT
    while True:
        task = service.get(f"tasks/{identity}")
        status = str(task.get("status") or task.get("state") or "").lower() if isinstance(task, dict) else ""
        if status in _DONE:
            return
        if status in _FAILED:
            raise service.failed(f"could not read the file: {task.get('error') or status}"[:300])
        if time.monotonic() + pause > deadline:
            raise service.failed(f"did not finish within {seconds:g} seconds")
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_WAIT)


def _items(content: Any) -> list[Any]:
    """Return the content list, which some versions send as JSON inside JSON."""
    if isinstance(content, str):
        try:
            content = json.loads(content)
        except ValueError:
            return []
    return content if isinstance(content, list) else []


def page_starts(markdown: str, items: list[Any]) -> Iterator[tuple[int, int]]:
    """Yield (offset, page) for every item whose text is found in ``markdown`` after the one before it."""
    at = 0
    for item in items:
        page = item.get("page_idx") if isinstance(item, dict) else None
        probe = _probe(item) if isinstance(page, int) else ""
        found = markdown.find(probe, at) if probe else -1
        if found >= 0 and isinstance(page, int):
            yield found, page + 1
            at = found + len(probe)


def _probe(item: Mapping[str, Any]) -> str:
    """Return the beginning of an item's text as it stands in the Markdown."""
    for name in ("text", "table_body", "code_body", "list_items", "table_caption", "image_caption", "img_caption"):
        value = item.get(name)
        text = value[0] if isinstance(value, list) and value else value
        if isinstance(text, str) and text.strip():
            return text.strip().split("\n")[0][:_PROBE]
    return ""
