"""The files that deploy the service name commands, settings and files that exist, and hold no secret."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from core.settings import Settings
from service.cli.app import app

ROOT = Path(__file__).parents[3]
COMPOSE = ROOT / "compose.yaml"
OWN = ("migrate", "api", "worker")
BY_HAND = {"SUPERUSER_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD", "PIP_EXTRA_INDEX_URL"}


def settings() -> set[str]:
    return {
        info.validation_alias if isinstance(info.validation_alias, str) else f"DIANMIAN_{name.upper()}"
        for name, info in Settings.model_fields.items()
    }


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", OWN)
def test_every_command_is_a_command(compose: dict[str, Any], name: str) -> None:
    words = compose["services"][name]["command"]
    commands: Any = typer.main.get_command(app)
    command = commands.commands[words[0]]
    command.make_context(words[0], list(words[1:]))


@pytest.mark.parametrize("name", OWN)
def test_every_variable_is_a_setting_that_takes_its_value(compose: dict[str, Any], name: str) -> None:
    environment = compose["services"][name]["environment"]
    assert set(environment) <= settings()
    for variable, value in environment.items():
        assert isinstance(value, str), f"{variable}: compose needs text"


def test_every_variable_that_is_asked_for_is_told_of() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked <= settings() | BY_HAND
    head = text[: text.index("name: dianmian")]
    assert {name for name in asked if name.endswith("_PASSWORD")} <= set(re.findall(r"\w+", head))


def test_there_is_no_secret_and_no_registry() -> None:
    for file in (COMPOSE, ROOT / "Dockerfile", ROOT / "deploy" / "roles.sh"):
        for line in file.read_text(encoding="utf-8").splitlines():
            bare = re.sub(r"\$\{\w+[^}]*\}", "$", line).replace(":'", "$")
            if found := re.search(r"(?i)(password|key|secret|token)\w*\s*[:=]\s*(\S+)|://\w+:([^@]+)@", bare):
                said = (found[2] or found[3]).lstrip("\"'")
                assert said.startswith(("$", ":")), f"{file.name}: {line}"
    images = [service["image"] for service in yaml.safe_load(COMPOSE.read_text())["services"].values()]
    images += re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert images
    assert all("." not in image.partition("/")[0].partition(":")[0] for image in images)


def test_parts_wait_for_what_they_need(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["migrate"]["depends_on"]["database"]["condition"] == "service_healthy"
    for name in ("api", "worker"):
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    for name in ("database", "api"):
        assert services[name]["healthcheck"]["test"]
    seconds = int(services["api"]["stop_grace_period"].rstrip("s"))
    assert seconds > Settings.model_fields["shutdown_seconds"].default
    for mount in services["database"]["volumes"]:
        source = mount.split(":")[0]
        assert source in compose["volumes"] or (ROOT / source).is_file()


def test_the_image_runs_as_nobody_special_and_starts_the_command() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    last_stage = lines[max(at for at, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert "USER dianmian" in last_stage
    assert last_stage.index("USER dianmian") < last_stage.index('ENTRYPOINT ["dianmian"]')
    variables = set(re.findall(r"\b(DIANMIAN_\w+)=", "\n".join(last_stage)))
    assert variables <= settings()
    kept = {line.lstrip("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in lines:
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--"):
            assert all(word == "." or word in kept for word in words[1:-1])
    assert all((ROOT / name).exists() for name in kept)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"samples", "tests"}
    assert packages <= kept
