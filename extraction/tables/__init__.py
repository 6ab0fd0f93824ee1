"""Facts from tables of every shape: grids, names beside values, and what stands in between."""

from extraction.tables.facts import table_facts

__all__ = ["table_facts"]
