"""Runs to what the database and files keep, and back."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from core.errors import InvalidInput, NotReady
from core.wire import from_builtins, to_builtins
from evals.layers.record import CaseRecord, Run
from service.access.trail import note
from store import eval_runs, knowledge_bases
from store.engine import Database
from store.eval_runs import EvalRun

_ADVICE = "run the suite again with this version"


def save_run(database: Database, run: Run) -> None:
    """Store ``run`` in the knowledge base it asked.

    Raises:
        NotFound: The knowledge base is gone.
        Conflict: It has a run of this name already.
        InvalidInput: The name is none a run can have.
    """
    with database.session() as session:
        kb = knowledge_bases.get(session, run.kb)
        eval_runs.save(session, kb.id, _stored(run))


def load_run(database: Database, name: str, kb: str | None = None) -> Run:
    """Return the stored run called ``name``, the newest for ``latest``.

    Raises:
        NotFound: There is none.
        Conflict: Several knowledge bases have one of this name, and ``kb`` names none.
        NotReady: It was stored by a version that kept something else.
    """
    with database.session() as session:
        return _run(eval_runs.get(session, name, kb))


def list_runs(database: Database, kb: str | None = None) -> list[Run]:
    """Return all stored runs without their cases, the newest first."""
    with database.session() as session:
        return [_run(found) for found in eval_runs.listing(session, kb)]


def delete_run(database: Database, name: str, kb: str | None = None) -> str:
    """Delete a stored run and return its name; errors are those of ``load_run``."""
    with database.session() as session:
        run = eval_runs.delete(session, name, kb)
        note(session, "delete", "eval run", run.name, kb=run.kb)
        return run.name


def write_run(path: Path, run: Run) -> None:
    """Write ``run`` as one JSON object, which ``read_run`` reads.

    Raises:
        InvalidInput: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(run_as_json(run), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInput(f"cannot write the run: {reason}", place=str(path), advice="choose another file") from error


def read_run(path: Path) -> Run:
    """Return the run that ``write_run`` wrote.

    Raises:
        InvalidInput: There is no such file, or it holds no run; the message says what does not fit.
    """
    if not path.is_file():
        raise InvalidInput("no such file", place=str(path), advice="check the path")
    try:
        return from_builtins(json.loads(path.read_bytes()), Run)
    except (ValueError, msgspec.ValidationError) as error:
        raise InvalidInput(f"this is no run: {error}", place=str(path), advice=_ADVICE) from error


def run_as_json(run: Run) -> dict[str, Any]:
    """Return ``run`` as JSON-ready builtins without characters that no database and no file can hold."""
    cleaned = _clean(to_builtins(run))
    assert isinstance(cleaned, dict)  # noqa: S101  a dataclass is a mapping
    return cleaned


def _stored(run: Run) -> EvalRun:
    data = run_as_json(run)
    made_at = datetime.fromisoformat(run.created_at)
    return EvalRun(run.kb, run.name, run.suite, made_at, data["settings"], data["figures"], tuple(data["cases"]))


def _run(stored: EvalRun) -> Run:
    try:
        cases = tuple(from_builtins(dict(case), CaseRecord) for case in stored.cases)
    except msgspec.ValidationError as error:
        raise NotReady(f"this run was kept by another version: {error}", place=stored.name, advice=_ADVICE) from error
    made_at = stored.made_at.astimezone(UTC).isoformat()
    return Run(stored.name, stored.suite, stored.kb, made_at, stored.settings, stored.figures, cases)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_clean(str(name)): _clean(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    return value
