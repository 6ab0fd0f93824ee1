"""Structured-layer coverage: which gold values are in the store as facts, under the right names."""
