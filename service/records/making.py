"""A file of prose to a file of records, which the reader of records has accepted before it is handed out."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.document import Document, DocumentInfo
from core.errors import ConfigurationError
from core.llm import LanguageModel
from core.settings import Settings
from extraction.model.records import RecordSet, document_records
from ingestion.chunk import chunk_document
from ingestion.parsers.records import parse
from ingestion.sandbox import parse_isolated

FORMAT_VERSION = "1.0"


def make_records(file: Path, settings: Settings, model: LanguageModel | None) -> tuple[Document, RecordSet]:
    """Read ``file`` and ask ``model`` for the questions it answers.

    Raises:
        ConfigurationError: No language model is set.
        UnreadableFile, InvalidInput: The file cannot be read.
        UpstreamFailed, RateLimited: The model answers nothing.
    """
    if model is None:
        raise ConfigurationError(
            "从文档生成问答需要语言模型 / making records from prose needs a language model, and none is set",
            place="DIANMIAN_LLM_URL",
            advice="set DIANMIAN_LLM_URL and DIANMIAN_LLM_MODEL; docs/settings.md lists what there is",
        )
    document = parse_isolated(file, settings=settings)
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    found = document_records(
        model,
        chunk_document(document, settings),
        info,
        characters=settings.llm_batch_characters,
        concurrency=settings.llm_concurrency,
    )
    return document, found


def records_file(document: Document, found: RecordSet, settings: Settings) -> bytes:
    """Return the records as a JSON file that ``dianmian load`` accepts.

    Raises:
        InvalidInput: There are none, or the reader of records refuses one; the message names record and field.
    """
    records: list[dict[str, Any]] = [{**asdict(r), "keywords": list(r.keywords)} for r in found.records]
    content = {
        "title": document.title,
        "source": document.source_name,
        "format_version": FORMAT_VERSION,
        "records": records,
    }
    data = (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()
    parse(data, f"{document.source_name}.json", settings)
    return data
