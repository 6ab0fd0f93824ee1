"""What the routes of vocabulary and synonyms share."""

from dataclasses import dataclass
from typing import Annotated, Literal

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.params import PathParameter, QueryParameter

from core.knowledge_base import KnowledgeBase
from core.vocabulary import TermKind, TermState
from service.views.words import WordChange
from service.wiring import Application
from service.word_pages import FileForm
from service.words import reread

Kind = Annotated[TermKind | None, QueryParameter(description="种类 Of this kind only.")]
State = Annotated[TermState | None, QueryParameter(name="state", description="状态 In this state only.")]
Scope = Annotated[
    str | None, QueryParameter(name="scope", description="范围 Of this scope only; empty: of none.", max_length=300)
]
FileKind = Annotated[FileForm, QueryParameter(name="format", description="yaml, csv.")]
Decision = Annotated[Literal["accept", "reject"], PathParameter(description="采纳或拒绝 accept or reject.")]
Replacing = Annotated[
    bool, QueryParameter(description="替换原有 Whether what was accepted of the same kinds before goes.")
]
Apply = Annotated[
    bool,
    QueryParameter(
        description="立即重读文档 Read the documents anew at once; else with the next load. Questions use the words "
        "either way."
    ),
]


@dataclass(frozen=True, slots=True)
class WordFile:
    """A YAML or CSV file of words, in the field ``file``."""

    file: UploadFile


def state_after(decision: Decision) -> TermState:
    """Return the state a proposed word is in once it is decided on."""
    return "accepted" if decision == "accept" else "rejected"


def changed(application: Application, kb: KnowledgeBase, count: int, apply: bool) -> WordChange:
    """Return what a change of ``count`` words did, after reading the documents anew where that is wanted."""
    if not apply or not count:
        return WordChange(count, 0, 0)
    report = reread(application, kb)
    return WordChange(count, report.extracted, report.facts, list(report.warnings))


def file_response(text: str, name: str, form: FileForm) -> Response[str]:
    """Return ``text`` as a file to keep."""
    media_type = "text/csv" if form == "csv" else "application/yaml; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(text, media_type=media_type, headers=headers)
