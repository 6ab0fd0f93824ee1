"""Settings are documented row by row, read from the environment, and refused by name when they do not fit."""

import os
import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from core.errors import ConfigurationError
from core.settings import Settings, load_settings

PAGE = Path(__file__).parents[3] / "docs" / "settings.md"
ROW = re.compile(r"^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.upper().startswith("DIANMIAN_") or name.upper() == "DATABASE_URL":
            monkeypatch.delenv(name)


def variable_of(field: str) -> str:
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else f"DIANMIAN_{field.upper()}"


def documented() -> dict[str, tuple[str, str]]:
    rows = ROW.findall(PAGE.read_text("utf-8"))
    assert len(rows) == len({name for name, *_ in rows}), "a variable has two rows"
    return {name: (default, meaning) for name, default, meaning in rows}


def test_every_setting_has_a_row_and_every_row_a_setting() -> None:
    assert set(documented()) == {variable_of(field) for field in Settings.model_fields}


@pytest.mark.parametrize("field", [name for name in Settings.model_fields if name != "home"])
def test_default_and_meaning_are_true(field: str) -> None:
    default, meaning = documented()[variable_of(field)]
    info = Settings.model_fields[field]
    expected = {None: "unset", "": "empty"}.get(info.default, f"`{info.default}`")
    assert default == expected
    assert meaning.startswith(info.description or "no description")
    if get_origin(info.annotation) is Literal:
        assert [value for value in get_args(info.annotation) if f"`{value}`" not in meaning] == []


def test_environment_wins_over_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "DIANMIAN_PORT=9001\nDIANMIAN_TENANT=星澜\nDATABASE_URL=postgresql://file/db\n", "utf-8"
    )
    monkeypatch.setenv("DIANMIAN_PORT", "9002")
    found = load_settings()
    assert (found.port, found.tenant, found.database_url) == (9002, "星澜", "postgresql://file/db")


def test_unset_and_empty_prompts_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().embedding_query_prompt is None
    monkeypatch.setenv("DIANMIAN_EMBEDDING_QUERY_PROMPT", "")
    assert load_settings().embedding_query_prompt == ""


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DIANMIAN_PORT", "many"),
        ("DIANMIAN_PORT", "70000"),
        ("DIANMIAN_EMBEDDING_PROVIDER", "magic"),
        ("DIANMIAN_EMBEDDING_BATCH", "0"),
        ("DIANMIAN_REFUSAL_THRESHOLD", "1.5"),
    ],
)
def test_wrong_value_names_its_variable(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert caught.value.place == variable
    assert "docs/settings.md" in caught.value.advice


def test_settings_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().port = 1
