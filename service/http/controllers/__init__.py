"""One controller per noun."""

from service.http.controllers.asked import AskedController
from service.http.controllers.audit import AuditController
from service.http.controllers.chat import ChatController
from service.http.controllers.documents import DocumentController
from service.http.controllers.facts import FactController
from service.http.controllers.health import HealthController
from service.http.controllers.inspection import DiffController, LintController
from service.http.controllers.jobs import JobController
from service.http.controllers.keys import KeyController
from service.http.controllers.knowledge_bases import KnowledgeBaseController
from service.http.controllers.limits import LimitController
from service.http.controllers.models import ModelController
from service.http.controllers.questions import QuestionController
from service.http.controllers.review import ReviewController
from service.http.controllers.review_conflicts import ConflictController
from service.http.controllers.review_facts import FactLinkController
from service.http.controllers.service import ServiceController
from service.http.controllers.synonyms import SynonymController
from service.http.controllers.vocabulary import VocabularyController

CONTROLLERS = (
    KnowledgeBaseController,
    DocumentController,
    JobController,
    QuestionController,
    FactController,
    FactLinkController,
    ReviewController,
    ConflictController,
    DiffController,
    LintController,
    VocabularyController,
    SynonymController,
    KeyController,
    LimitController,
    AuditController,
    ServiceController,
    HealthController,
    AskedController,
    ChatController,
    ModelController,
)
