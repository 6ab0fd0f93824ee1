"""The application role cannot step around row-level security."""

import pytest
from sqlalchemy import text

from core.errors import ConfigurationError
from core.settings import load_settings
from store.engine import Database, open_database
from tests.conftest import Addresses, as_text


def test_the_application_is_no_superuser(database: Database) -> None:
    with database.session() as session:
        row = session.execute(
            text("SELECT rolname, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user")
        ).one()
    assert tuple(row) == ("dianmian_app", False, False, False)


@pytest.mark.parametrize("role", ["superuser", "owner"])
def test_a_role_that_sees_everything_is_refused(addresses: Addresses, role: str) -> None:
    settings = load_settings(DATABASE_URL=as_text(getattr(addresses, role)), _env_file=None)
    with pytest.raises(ConfigurationError, match="every tenant's rows"):
        open_database(settings)
