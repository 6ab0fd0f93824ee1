"""Stable identifiers: the same content gets the same id on every machine and every run."""

import hashlib

_SEPARATOR = b"\x1f"


def stable_id(prefix: str, *parts: str) -> str:
    """Return ``prefix_`` plus 20 hex digits derived from ``parts``.

    Args:
        prefix: Short noun that tells a reader what the id names (``doc``, ``chk``, ``fct``).
        parts: Text the identity depends on; order matters, ``("ab", "c")`` differs from ``("a", "bc")``.
    """
    digest = hashlib.blake2b(digest_size=10)
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass"))
        digest.update(_SEPARATOR)
    return f"{prefix}_{digest.hexdigest()}"


def content_hash(data: bytes | str) -> str:
    """Return the SHA-256 of ``data`` as 64 hex digits."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return hashlib.sha256(raw).hexdigest()
