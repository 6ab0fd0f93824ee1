"""Knowledge bases as models."""

from typing import Annotated, Literal
from urllib.parse import unquote

from msgspec import Meta, Struct

from core.errors import NotFound
from core.knowledge_base import KnowledgeBase
from store import knowledge_bases
from store.session import Session

OWNER = "dianmian"
_PREFIX = f"{OWNER}/"


class ModelView(Struct, frozen=True):
    """A knowledge base as a model."""

    id: Annotated[str, Meta(description="Its name.", examples=["客服"])]
    object: Literal["model"] = "model"
    created: Annotated[int, Meta(description="Always 0: no moment is kept.")] = 0
    owned_by: Literal["dianmian"] = "dianmian"


class ModelList(Struct, frozen=True):
    """All knowledge bases of the tenant, by name."""

    data: list[ModelView]
    object: Literal["list"] = "list"


def model_list(session: Session) -> ModelList:
    """Return all knowledge bases of the session's tenant."""
    return ModelList([ModelView(kb.name) for kb in knowledge_bases.list_all(session)])


def kb_of_model(session: Session, model: str) -> KnowledgeBase:
    """Return the knowledge base that ``model`` names: ``客服``, ``dianmian/客服``, or either percent-encoded.

    Raises:
        NotFound: There is none.
    """
    decoded = unquote(model)
    # As it stands first: a name may look like an encoded one.
    for name in dict.fromkeys((model, model.removeprefix(_PREFIX), decoded, decoded.removeprefix(_PREFIX))):
        try:
            return knowledge_bases.get(session, name)
        except NotFound:
            continue
    raise NotFound(
        f"the model {model} does not exist",
        place="model",
        advice="GET /v1/models lists those there are",
    )
