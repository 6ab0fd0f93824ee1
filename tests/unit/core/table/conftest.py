"""Tables drawn as rows of text, for every test of how a table is read."""

from collections.abc import Callable

import pytest

from core.document import Table
from tests.drawn_table import table_of


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    return table_of
