"""Text in pictures: a local model that ships in a package, no network."""

from ingestion.ocr.recognise import OcrLine, recognise

__all__ = ["OcrLine", "recognise"]
