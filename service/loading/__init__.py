"""Loading documents: parse → chunk → store → embed → extract, each stage resumable.

Text is stored in one transaction per document. What still lacks a vector, or was not read by the present
extractor, is found by asking the store: a load that was killed goes on where it stopped.
"""

from service.loading.loader import Loader
from service.loading.report import Failure, LoadReport

__all__ = ["Failure", "LoadReport", "Loader"]
