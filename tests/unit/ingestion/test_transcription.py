"""Recordings, over HTTP against a stand-in of an OpenAI-compatible endpoint."""

from pathlib import Path
from typing import Any

import pytest

from core.errors import UnreadableFile, UpstreamFailed
from core.settings import Settings, load_settings
from ingestion.parse import parse_bytes
from ingestion.sandbox import close_workers, parse_isolated

WAV = b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00" + b"\x00" * 28
M4A = b"\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00"
CALL = "POST /v1/audio/transcriptions"
SEGMENTS = [
    {"start": 0.0, "end": 2.5, "text": "您好，"},
    {"start": 2.5, "end": 6.0, "text": "退款三到七个工作日到账。"},
    {"start": 65.0, "end": 67.0, "text": "谢谢。"},
]


@pytest.fixture
def heard(stand_in: Any) -> Settings:
    return load_settings(
        transcription_base_url=f"{stand_in.url}/v1/",
        transcription_api_key="k",
        transcription_model="听写",
        transcription_timeout=5,
    )


def test_speech_becomes_paragraphs_with_times(stand_in: Any, heard: Settings) -> None:
    stand_in.answer(CALL, {"text": "全文", "segments": SEGMENTS})
    document = parse_bytes(WAV, source_name="客服录音.wav", settings=heard)
    assert [block.text for block in document.blocks] == ["您好，退款三到七个工作日到账。", "谢谢。"]
    assert document.blocks[0].fields == (("start", "00:00:00"), ("end", "00:00:06"))
    assert document.blocks[1].fields == (("start", "00:01:05"), ("end", "00:01:07"))
    assert document.parser == "transcript (听写)"
    assert document.media_type == "audio/wav"
    ((call, key, sent),) = stand_in.requests
    assert (call, key) == (CALL, "Bearer k")
    assert WAV in sent and "听写".encode() in sent and b"verbose_json" in sent


def test_a_model_without_times_is_asked_again(stand_in: Any, heard: Settings) -> None:
    stand_in.answer(CALL, {"error": {"message": "response_format"}}, status=400)
    stand_in.answer(CALL, {"text": "只有文字。"})
    document = parse_bytes(M4A, source_name="a.m4a", settings=heard)
    assert document.blocks[0].text == "只有文字。"
    assert document.blocks[0].fields == ()
    assert len(stand_in.requests) == 2


def test_the_confined_child_reads_the_transcript(stand_in: Any, heard: Settings, tmp_path: Path) -> None:
    stand_in.answer(CALL, {"text": "", "segments": SEGMENTS})
    path = tmp_path / "录音.wav"
    path.write_bytes(WAV)
    try:
        assert parse_isolated(path, settings=heard).blocks[1].text == "谢谢。"
    finally:
        close_workers()


def test_without_a_service_the_setting_is_named() -> None:
    with pytest.raises(UnreadableFile, match="DIANMIAN_TRANSCRIPTION_BASE_URL") as caught:
        parse_bytes(WAV, source_name="录音.wav", settings=load_settings())
    assert caught.value.place == "录音.wav"


@pytest.mark.parametrize(
    ("reply", "status", "kind", "message"),
    [
        ({"error": "x"}, 401, UpstreamFailed, "answered 401"),
        ({"nothing": 1}, 200, UpstreamFailed, "without a text"),
        (b"oops", 200, UpstreamFailed, "not JSON"),
        ({"text": "  "}, 200, UnreadableFile, "no speech"),
    ],
)
def test_bad_answers(stand_in: Any, heard: Settings, reply: object, status: int, kind: type, message: str) -> None:
    stand_in.answer(CALL, reply, status=status)
    with pytest.raises(kind, match=message):
        parse_bytes(WAV, source_name="a.wav", settings=heard)
