"""Speech to text through an OpenAI-compatible ``/audio/transcriptions`` endpoint."""

import json
from typing import Any

from core.errors import UnreadableFile, UpstreamFailed
from core.settings import Settings
from ingestion.http_service import HttpService

_NAMES = {
    "audio/mpeg": "speech.mp3", "audio/mp4": "speech.m4a", "audio/wav": "speech.wav", "audio/ogg": "speech.ogg",
    "audio/flac": "speech.flac", "audio/webm": "speech.webm", "audio/amr": "speech.amr",
}  # fmt: skip
_REFUSED = ("400", "422")


def transcribe(data: bytes, kind: str, source_name: str, settings: Settings) -> bytes:
    """Return what is said in a recording.

    Args:
        data: The recording.
        kind: Its media type.
        source_name: Its name, for messages.
        settings: The endpoint, key, model and timeout.

    Returns:
        JSON ``{"segments": [{"start": seconds or null, "end": seconds or null, "text": str}, …]}``.

    Raises:
        UnreadableFile: No endpoint is set, or nothing is said in the recording.
        UpstreamFailed: The endpoint is away, slow, or answers nonsense.
    """
    if not settings.transcription_base_url:
        raise UnreadableFile(
            "录音需要语音识别服务 / a recording needs a transcription service",
            place=source_name,
            advice="set DIANMIAN_TRANSCRIPTION_BASE_URL to an OpenAI-compatible endpoint (…/v1)",
        )
    service = HttpService(
        "the transcription service",
        settings.transcription_base_url,
        settings.transcription_api_key,
        settings.transcription_timeout,
        "check DIANMIAN_TRANSCRIPTION_BASE_URL, its key and its model",
    )
    answer = _ask(service, (_NAMES.get(kind, "speech.wav"), data, kind), settings.transcription_model)
    segments = _segments(answer)
    if segments is None:
        raise service.failed("answered without a text")
    if not segments:
        raise UnreadableFile("no speech was recognised", place=source_name, advice="listen to the recording")
    return json.dumps({"segments": segments}, ensure_ascii=False).encode()


def _ask(service: HttpService, upload: tuple[str, bytes, str], model: str) -> Any:
    try:
        return service.post("audio/transcriptions", upload, "file", {"model": model, "response_format": "verbose_json"})
    except UpstreamFailed as error:
        # Newer models know no times and refuse the longer form.
        if not any(f"answered {code}" in error.message for code in _REFUSED):
            raise
        return service.post("audio/transcriptions", upload, "file", {"model": model, "response_format": "json"})


def _segments(answer: Any) -> list[dict[str, Any]] | None:
    if not isinstance(answer, dict):
        return None
    parts = [part for part in answer.get("segments") or [] if isinstance(part, dict)]
    found = [
        {"start": _seconds(part.get("start")), "end": _seconds(part.get("end")), "text": str(part["text"]).strip()}
        for part in parts
        if str(part.get("text") or "").strip()
    ]
    if found or "text" not in answer:
        return found or None
    text = str(answer["text"]).strip()
    return [{"start": None, "end": None, "text": text}] if text else []


def _seconds(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
