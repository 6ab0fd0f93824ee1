"""pyproject.toml, requirements.lock and docs/dependencies.md say the same, and no licence forbids our own."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^[A-Za-z0-9._-]+==[A-Za-z0-9.!]+$")
FORBIDDEN = re.compile(r"(?<![A-Z])A?GPL|(?<!Lesser )(?<!Library )General Public License", re.IGNORECASE)


@cache
def wanted() -> tuple[Requirement, ...]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = project["dependencies"] + project["optional-dependencies"]["dev"]
    return tuple(Requirement(line) for line in lines)


@cache
def pinned() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    assert [line for line in lines if not PIN.match(line)] == []
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


@cache
def closure() -> dict[str, Distribution]:
    """Return everything the project needs here, read from what is installed."""
    found: dict[str, Distribution] = {}
    todo, seen = list(wanted()), set()
    while todo:
        need = todo.pop()
        name, key = canonicalize_name(need.name), (canonicalize_name(need.name), frozenset(need.extras))
        if key not in seen:
            seen.add(key)
            found[name] = distribution(need.name)
            todo.extend(_needs_of(found[name], need))
    return found


def _needs_of(package: Distribution, need: Requirement) -> Iterator[Requirement]:
    for line in package.requires or []:
        further = Requirement(line)
        extras = [*need.extras, ""]
        if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
            yield further


def licence_of(package: Distribution) -> str:
    data = package.metadata
    classifiers = [line for line in data.get_all("Classifier", []) if line.startswith("License ::")]
    stated = data.get("License-Expression") or (data.get("License") or "").split("\n")[0]
    return "; ".join([stated, *classifiers])


def test_lock_holds_the_whole_closure_and_nothing_else() -> None:
    assert set(pinned()) == set(closure())


def test_lock_fits_what_is_asked_for() -> None:
    wrong = [str(need) for need in wanted() if not need.specifier.contains(pinned()[canonicalize_name(need.name)])]
    assert wrong == []


def test_lock_is_sorted() -> None:
    assert list(pinned()) == sorted(pinned())


def test_licence_pattern_knows_its_families() -> None:
    assert all(map(FORBIDDEN.search, ["GPL-2.0-or-later", "AGPL-3.0", "GNU General Public License v3 (GPLv3)"]))
    assert not any(map(FORBIDDEN.search, ["LGPL-3.0-only", "MIT", "GNU Lesser General Public License v3 (LGPLv3)"]))


@pytest.mark.parametrize("name", sorted(pinned()))
def test_licence_allows_ours(name: str) -> None:
    licence = licence_of(closure()[name]).strip("; ")
    assert licence, "states no licence"
    assert not FORBIDDEN.search(licence), licence


def test_every_direct_dependency_is_explained() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    names = [name for name, *_ in rows if name != "package"]
    assert sorted(names) == sorted(canonicalize_name(need.name) for need in wanted())
