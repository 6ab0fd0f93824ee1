"""Remote services as messages name them: what they do, and which variables say where they are."""

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Remote:
    """A kind of remote service; the other fields are the variables of its address, key and model."""

    name: str
    url: str
    key: str
    model: str


EMBEDDING = Remote(
    "the embedding service", "DIANMIAN_EMBEDDING_BASE_URL", "DIANMIAN_EMBEDDING_API_KEY", "DIANMIAN_EMBEDDING_MODEL"
)
LANGUAGE_MODEL = Remote("the language model", "DIANMIAN_LLM_URL", "DIANMIAN_LLM_KEY", "DIANMIAN_LLM_MODEL")


def without_password(url: str) -> str:
    """Return ``url`` without a user and password inside it: errors name the address, and end in logs."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
