"""Knowledge bases as models, for clients of chat completions."""

from typing import Annotated

from litestar import Controller, get
from litestar.openapi.spec import Example
from litestar.params import PathParameter

from service.chat.failure import ChatProblem
from service.chat.models import ModelList, ModelView, kb_of_model, model_list
from service.http.parameters import App
from service.http.problems import problems
from service.http.scope import MODELS
from service.wiring import Application

_Model = Annotated[
    str,
    PathParameter(description="知识库名 Name of a knowledge base.", examples=[Example(value="shop")]),
]


class ModelController(Controller):
    """What can be asked as a model."""

    path = "/v1/models"
    tags = ("chat",)

    @get(summary="列出模型 List models", opt=MODELS, responses=problems(shape=ChatProblem), sync_to_thread=True)
    def listing(self, application: App) -> ModelList:
        """Return every knowledge base as a model, by name."""
        with application.database.session() as session:
            return model_list(session)

    @get(
        "/{model:str}",
        summary="查看模型 Show a model",
        opt=MODELS,
        responses=problems(400, 404, shape=ChatProblem),
        sync_to_thread=True,
    )
    def show(self, application: App, model: _Model) -> ModelView:
        """Return one knowledge base as a model; `dianmian/` before its name is accepted too."""
        return _shown(application, model)

    @get("/dianmian/{model:str}", opt=MODELS, include_in_schema=False, sync_to_thread=True)
    def show_prefixed(self, application: App, model: _Model) -> ModelView:
        """Return the same, the prefix standing in the address."""
        return _shown(application, model)


def _shown(application: Application, model: str) -> ModelView:
    with application.database.session() as session:
        return ModelView(kb_of_model(session, model).name)
