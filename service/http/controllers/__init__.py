"""One controller per noun."""

from service.http.controllers.documents import DocumentController
from service.http.controllers.facts import FactController
from service.http.controllers.knowledge_bases import KnowledgeBaseController
from service.http.controllers.questions import QuestionController
from service.http.controllers.service import ServiceController

CONTROLLERS = (
    KnowledgeBaseController,
    DocumentController,
    QuestionController,
    FactController,
    ServiceController,
)
