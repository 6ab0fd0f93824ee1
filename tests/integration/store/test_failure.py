"""Every foreign error leaves as one of ours, and none carries a password or a document's text."""

import pytest
from sqlalchemy import text

from core.errors import ConfigurationError, Conflict, DianmianError, InvalidInput, NotReady
from core.knowledge_base import KnowledgeBase
from core.settings import load_settings
from store import knowledge_bases
from store.engine import Database, open_database
from tests.conftest import Addresses, as_text


def opening(url: str) -> DianmianError:
    with pytest.raises(DianmianError) as caught:
        open_database(load_settings(DATABASE_URL=url, _env_file=None))
    return caught.value


@pytest.mark.parametrize(
    "url", ["mysql://a:geheim@localhost/x", "geheim", "postgresql://localhost/x", "postgresql://u:geheim@h:port/x"]
)
def test_a_wrong_address_is_a_configuration_error(url: str) -> None:
    error = opening(url)
    assert isinstance(error, ConfigurationError)
    assert error.place == "DATABASE_URL"
    assert "postgresql://user" in error.advice
    assert "geheim" not in str(error)


def test_a_server_that_is_down_is_not_ready() -> None:
    error = opening("postgresql://dianmian_app:geheim@127.0.0.1:1/dianmian")
    assert isinstance(error, NotReady)
    assert "refused" in str(error)
    assert "geheim" not in str(error)


def test_an_unknown_role_or_database_is_a_configuration_error(addresses: Addresses) -> None:
    for url in (addresses.application.set(username="nobody"), addresses.application.set(database="nothing")):
        error = opening(as_text(url))
        assert isinstance(error, ConfigurationError)
        assert "does not exist" in str(error)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("SELECT 1 / 0", InvalidInput),
        ("SELECT * FROM knowledge_bases", NotReady),
        ("INSERT INTO document (kb_id, id) VALUES (1, 'geheim')", Conflict),
        ("INSERT INTO vocabulary VALUES (1, 'colour', 'geheim', '', '', 'accepted')", Conflict),
    ],
)
def test_statements_that_fail(database: Database, kb: KnowledgeBase, statement: str, kind: type[DianmianError]) -> None:
    with pytest.raises(kind) as caught, database.session() as session:
        session.execute(text(statement))
    assert "geheim" not in str(caught.value)


def test_a_slow_statement_is_not_ready(database: Database) -> None:
    with pytest.raises(NotReady, match="too long"), database.session() as session:
        session.execute(text("SELECT set_config('statement_timeout', '20', true)"))
        session.execute(text("SELECT pg_sleep(5)"))


def test_a_failed_session_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.session() as session:
        knowledge_bases.create(session, "半途")
        raise ZeroDivisionError
    with database.session() as session:
        assert knowledge_bases.list_all(session) == []


@pytest.mark.parametrize("name", ["", " 客服", "a\nb", "x" * 201, "a\x00b"])
def test_a_name_that_is_none_is_refused(database: Database, name: str) -> None:
    with pytest.raises(InvalidInput), database.session() as session:
        knowledge_bases.create(session, name)
