"""What is wrong with a set of documents before anything answers from them."""

from extraction.lint.checking import Options, lint
from extraction.lint.finding import KINDS, SEVERITIES, Evidence, Finding, Kind, Severity

__all__ = ["KINDS", "SEVERITIES", "Evidence", "Finding", "Kind", "Options", "Severity", "lint"]
