"""Synonyms over HTTP."""

from typing import Annotated, Literal

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, MultipartBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from core.vocabulary import Synonym, TermKind
from service.http.contents import YamlOrCsv
from service.http.parameters import After, App, KbName, PageLimit, Text
from service.http.preconditions import IfMatch, check_synonym
from service.http.problems import problems
from service.http.scope import READ, TAGGED, WRITE
from service.http.word_parameters import (
    Apply,
    Decision,
    FileKind,
    Kind,
    Replacing,
    Scope,
    State,
    WordFile,
    changed,
    file_response,
    state_after,
)
from service.views.words import SynonymPage, SynonymView, WordChange, synonym_view
from service.word_files import import_bytes
from service.word_pages import WordQuery, synonym_file, synonym_page
from service.words import add_synonym, decide_synonym, propose_synonyms, remove_synonym
from store import knowledge_bases, synonyms

_Alias = Annotated[str, QueryParameter(description="别名 The alias.", max_length=300)]
_Kind = Annotated[TermKind, QueryParameter(description="种类 Its kind.")]
_Of = Annotated[str, QueryParameter(name="scope", description="范围 Its scope.", max_length=300)]
_Word = Annotated[str, Meta(min_length=1, max_length=300)]


class NewSynonym(Struct, frozen=True, forbid_unknown_fields=True):
    """An alias to add, at once or as a proposal."""

    alias: Annotated[str, Meta(min_length=1, max_length=300, examples=["退款周期"])]
    canonical: Annotated[str, Meta(min_length=1, max_length=300, examples=["退款到账时效"])]
    kind: TermKind = "attribute"
    scope: Annotated[str, Meta(max_length=300, description="Where it holds; empty everywhere.")] = ""
    state: Annotated[Literal["accepted", "proposed"], Meta(description="A proposal waits for a person.")] = "accepted"
    origin: Annotated[
        Literal["person", "document", "model", "query_log", "review"], Meta(description="Who brought it.")
    ] = "person"


class SynonymName(Struct, frozen=True, forbid_unknown_fields=True):
    """Names one alias."""

    alias: _Word
    kind: TermKind = "attribute"
    scope: Annotated[str, Meta(max_length=300)] = ""


class SynonymController(Controller):
    """The synonym map: what else people and documents call the words of the vocabulary."""

    path = "/v1/kbs/{kb:str}/synonyms"
    tags = ("words",)
    request_max_body_size = 12_000_000

    @get(summary="列出同义词 List synonyms", opt=TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self,
        application: App,
        kb: KbName,
        kind: Kind = None,
        in_state: State = None,
        in_scope: Scope = None,
        text: Text = "",
        after: After = None,
        limit: PageLimit = 100,
    ) -> SynonymPage:
        """Return one page of aliases; `state=proposed` lists those that wait for a person."""
        with application.database.session() as session:
            query = WordQuery(kind, in_state, in_scope, after, limit, text)
            return synonym_page(session, knowledge_bases.get(session, kb), query)

    @get(
        "/alias",
        summary="查看同义词 Show a synonym",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show(
        self, application: App, kb: KbName, alias: _Alias, kind: _Kind = "attribute", of_scope: _Of = ""
    ) -> SynonymView:
        """Return one alias; the tag it comes with is for changing it on condition."""
        with application.database.session() as session:
            return synonym_view(synonyms.get(session, knowledge_bases.get(session, kb).id, kind, alias, of_scope))

    @post(
        summary="添加同义词 Add a synonym",
        opt=WRITE,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def add(
        self, application: App, kb: KbName, data: JSONBody[NewSynonym], apply: Apply = True, if_match: IfMatch = None
    ) -> SynonymView:
        """Add an alias. It acts with the next question.

        An alias of two words in one scope, or of another alias, is a conflict that names the words. A proposal of
        what is known already changes nothing and returns what is known.
        """
        new = Synonym(
            data.kind, data.alias.strip(), data.canonical.strip(), data.scope.strip(), data.state, data.origin
        )
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_synonym(session, base, new.kind, new.alias, new.scope, if_match)
            if data.state == "proposed":
                propose_synonyms(session, base, [new])
                return synonym_view(new)
            stored = synonym_view(add_synonym(session, base, new))
        changed(application, base, 1, apply)
        return stored

    @delete(
        summary="删除同义词 Delete a synonym",
        opt=WRITE,
        responses=problems(400, 404, 409, 412, 422),
        sync_to_thread=True,
    )
    def remove(
        self,
        application: App,
        kb: KbName,
        alias: _Alias,
        kind: _Kind = "attribute",
        of_scope: _Of = "",
        apply: Apply = True,
        if_match: IfMatch = None,
    ) -> None:
        """Delete an alias, accepted or proposed."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_synonym(session, base, kind, alias, of_scope, if_match)
            remove_synonym(session, base, kind, alias, of_scope)
        changed(application, base, 1, apply)

    @post(
        "/{decision:str}",
        summary="采纳或拒绝 Accept or reject",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 412, 413, 422),
        sync_to_thread=True,
    )
    def decide(
        self,
        application: App,
        kb: KbName,
        decision: Decision,
        data: JSONBody[SynonymName],
        apply: Apply = True,
        if_match: IfMatch = None,
    ) -> SynonymView:
        """Decide on a proposed alias; only an accepted one acts, a rejected one is not proposed again."""
        state = state_after(decision)
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            check_synonym(session, base, data.kind, data.alias, data.scope, if_match)
            decided = synonym_view(decide_synonym(session, base, data.kind, data.alias, data.scope, state))
        changed(application, base, 1, apply)
        return decided

    @post(
        "/import",
        summary="导入同义词 Import synonyms",
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
        """Read a YAML or CSV file of aliases; a bad one changes nothing."""
        content, name = data.file.file.read(), data.file.filename or ""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            names = import_bytes(session, base, content, name, synonyms_alone=True, replacing=replacing)
        return changed(application, base, len(names.synonyms), apply)

    @get(
        "/export",
        summary="导出同义词 Export synonyms",
        opt=READ,
        operation_class=YamlOrCsv,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def export(self, application: App, kb: KbName, form: FileKind = "yaml") -> Response[str]:
        """Return the accepted synonym map as a file that can be edited and imported."""
        with application.database.session() as session:
            text = synonym_file(session, knowledge_bases.get(session, kb), form)
        return file_response(text, "synonyms", form)
