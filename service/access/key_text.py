"""A key as text: ``dm_<id>_<secret><check>``.

The id may be read and told; the secret is 256 random bits; the check digits tell a mistyped key without a look into
the database.
"""

import base64
import re
import secrets
import zlib
from dataclasses import dataclass, field

from core.identity import content_hash

_ID_BYTES = 6
_SECRET_BYTES = 32
_FORM = re.compile(r"dm_([0-9a-f]{12})_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeyText:
    """A new key. ``text`` is shown once; it is kept out of ``repr`` so that no log shows it by accident."""

    id: str
    text: str = field(repr=False)

    @property
    def digest(self) -> str:
        """The digest that is stored."""
        return digest_of(self.text)


def new_key() -> KeyText:
    """Return a key that nobody has had before."""
    key_id = secrets.token_hex(_ID_BYTES)
    begun = f"dm_{key_id}_{secrets.token_urlsafe(_SECRET_BYTES)}"
    return KeyText(key_id, begun + _check(begun))


def digest_of(text: str) -> str:
    """Return the SHA-256 of a key, as hex digits.

    Salt, pepper and slow hashing guard secrets that can be guessed; 256 random bits cannot.
    """
    return content_hash(text)


def is_well_formed(text: str) -> bool:
    """Return whether ``text`` can be a key at all: its form and its check digits are right."""
    return bool(_FORM.fullmatch(text)) and text[-6:] == _check(text[:-6])


def _check(begun: str) -> str:
    return base64.urlsafe_b64encode(zlib.crc32(begun.encode()).to_bytes(4, "big")).decode().rstrip("=")
