"""Contradictions between facts: finding them, and deciding by rule. Pure functions; nothing is read or stored."""

from extraction.conflicts.clash import clashes
from extraction.conflicts.listed import listed
from extraction.conflicts.resolution import Loss, losses
from extraction.conflicts.values import same_value

__all__ = ["Loss", "clashes", "listed", "losses", "same_value"]
