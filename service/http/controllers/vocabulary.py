"""The vocabulary over HTTP."""

from typing import Annotated

from litestar import Controller, Response, delete, get, post, put
from litestar.params import JSONBody, MultipartBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from core.knowledge_base import Mode
from core.vocabulary import TermKind
from service.http.contents import YamlOrCsv
from service.http.parameters import After, App, KbName, PageLimit, Text
from service.http.preconditions import IfMatch, check_knowledge_base, check_term
from service.http.problems import problems
from service.http.scope import READ, TAGGED, WRITE
from service.http.word_parameters import (
    Apply,
    Decision,
    FileKind,
    Kind,
    Replacing,
    State,
    WordFile,
    changed,
    file_response,
    state_after,
)
from service.proposing import propose_from_kb, save_proposals
from service.views.proposals import VocabularyProposals, proposals_view
from service.views.words import TermPage, TermView, WordChange
from service.word_files import import_bytes
from service.word_pages import WordQuery, term_page, term_shown, vocabulary_file
from service.words import add_term, decide_terms, remove_term, set_mode
from store import knowledge_bases
from synonyms.entries import term_of

_Word = Annotated[str, Meta(min_length=1, max_length=300)]
_Name = Annotated[str, QueryParameter(description="名称 Its name.", max_length=300)]
_Kind = Annotated[TermKind, QueryParameter(description="种类 Its kind.")]
_Words = Annotated[list[_Word], Meta(min_length=1, max_length=1000)]


class NewTerm(Struct, frozen=True, forbid_unknown_fields=True):
    """A canonical word to add or change."""

    name: Annotated[str, Meta(min_length=1, max_length=300, examples=["退款到账时效"])]
    kind: TermKind = "attribute"
    dimension: Annotated[str, Meta(description="Dimension of its values; empty for words.", examples=["duration"])] = ""
    description: Annotated[str, Meta(max_length=2000)] = ""
    aliases: Annotated[list[_Word], Meta(max_length=100)] = []


class TermNames(Struct, frozen=True, forbid_unknown_fields=True):
    """Names terms of one kind."""

    names: _Words
    kind: TermKind = "attribute"
    alone: Annotated[bool, Meta(description="Leave the aliases proposed with them undecided.")] = False


class ModeChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether attributes outside the vocabulary are used."""

    mode: Annotated[Mode, Meta(description="open: used at once, with less confidence; controlled: they wait.")]


class VocabularyController(Controller):
    """The words of a knowledge base, and what waits to become one."""

    path = "/v1/kbs/{kb:str}/vocabulary"
    tags = ("words",)
    request_max_body_size = 12_000_000

    @get(summary="列出词表 List the vocabulary", opt=TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self,
        application: App,
        kb: KbName,
        kind: Kind = None,
        in_state: State = None,
        text: Text = "",
        after: After = None,
        limit: PageLimit = 100,
    ) -> TermPage:
        """Return one page of terms with their aliases; `state=proposed` lists those that wait for a person."""
        with application.database.session() as session:
            query = WordQuery(kind, in_state, None, after, limit, text)
            return term_page(session, knowledge_bases.get(session, kb), query)

    @get("/term", summary="查看词条 Show a term", opt=TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def show(self, application: App, kb: KbName, name: _Name, kind: _Kind = "attribute") -> TermView:
        """Return one term with its aliases; the tag it comes with is for changing it on condition."""
        with application.database.session() as session:
            return term_shown(session, knowledge_bases.get(session, kb), kind, name)

    @post(
        summary="添加词条 Add a term", opt=WRITE, responses=problems(400, 404, 409, 412, 413, 422), sync_to_thread=True
    )
    def add(
        self, application: App, kb: KbName, data: JSONBody[NewTerm], apply: Apply = True, if_match: IfMatch = None
    ) -> WordChange:
        """Add a term with its aliases, or change it. The knowledge base stays open or controlled as it is."""
        term, _ = term_of(data.kind, data.name.strip(), data.dimension, data.description, [], "dimension")
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_term(session, base, data.kind, term.name, if_match)
            add_term(session, base, term, [alias.strip() for alias in data.aliases])
        return changed(application, base, 1 + len(data.aliases), apply)

    @delete(
        summary="删除词条 Delete a term",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 422),
        sync_to_thread=True,
    )
    def remove(
        self,
        application: App,
        kb: KbName,
        name: _Name,
        kind: _Kind = "attribute",
        apply: Apply = True,
        if_match: IfMatch = None,
    ) -> WordChange:
        """Delete a term with all aliases that lead to it."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_term(session, base, kind, name, if_match)
            aliases = remove_term(session, base, kind, name)
        return changed(application, base, 1 + aliases, apply)

    @post(
        "/{decision:str}",
        summary="采纳或拒绝 Accept or reject",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 422),
        sync_to_thread=True,
    )
    def decide(
        self,
        application: App,
        kb: KbName,
        decision: Decision,
        data: JSONBody[TermNames],
        apply: Apply = True,
    ) -> WordChange:
        """Decide on proposed terms and the aliases proposed with them; all of them or none."""
        state = state_after(decision)
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            decided = decide_terms(session, base, data.kind, data.names, state, alone=data.alone)
        return changed(application, base, len(decided), apply)

    @post(
        "/import",
        summary="导入词表 Import a vocabulary",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 413, 422),
        sync_to_thread=True,
    )
    def upload(
        self,
        application: App,
        kb: KbName,
        data: MultipartBody[WordFile],
        replacing: Replacing = False,
        apply: Apply = True,
    ) -> WordChange:
        """Read a YAML or CSV vocabulary; the knowledge base is controlled from then on. A bad file changes nothing."""
        content, name = data.file.file.read(), data.file.filename or ""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            names = import_bytes(session, base, content, name, synonyms_alone=False, replacing=replacing)
        return changed(application, base, len(names.terms) + len(names.synonyms), apply)

    @get(
        "/export",
        summary="导出词表 Export the vocabulary",
        opt=READ,
        operation_class=YamlOrCsv,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def export(self, application: App, kb: KbName, form: FileKind = "yaml") -> Response[str]:
        """Return the accepted vocabulary as a file that can be edited and imported."""
        with application.database.session() as session:
            text = vocabulary_file(session, knowledge_bases.get(session, kb), form)
        return file_response(text, "vocabulary", form)

    @put(
        "/mode",
        summary="开放或受控 Open or controlled",
        opt=WRITE,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def switch(
        self, application: App, kb: KbName, data: JSONBody[ModeChange], apply: Apply = True, if_match: IfMatch = None
    ) -> WordChange:
        """Say whether attributes outside the vocabulary are used at once, or wait as proposals.

        `If-Match` names the knowledge base.
        """
        with application.database.session() as session:
            base = check_knowledge_base(session, knowledge_bases.get(session, kb), if_match)
            set_mode(session, base, data.mode)
        return changed(application, base, 1, apply)

    @post(
        "/propose",
        summary="由文档提出词表 Propose a vocabulary",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 422),
        sync_to_thread=True,
    )
    def propose(
        self,
        application: App,
        kb: KbName,
        save: Annotated[bool, QueryParameter(description="存为待定 Keep them as proposals to decide on.")] = False,
    ) -> VocabularyProposals:
        """Infer a vocabulary from the documents: attributes with likely aliases, and what was left out and why."""
        found = propose_from_kb(application, kb)
        if save:
            with application.database.session() as session:
                save_proposals(session, knowledge_bases.get(session, kb), found)
        return proposals_view(found)
