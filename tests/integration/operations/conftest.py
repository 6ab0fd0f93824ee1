"""The stand-in for a remote embedding model, shared with the tests of embedding."""

from tests.unit.core.embedding.conftest import service

__all__ = ["service"]
