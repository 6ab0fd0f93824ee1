"""``make demo``: load the sample shop, answer its questions, then serve. ``--check`` tests all of it and leaves."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from core.answer import Answer
from core.errors import DianmianError, InvalidInput, outcome_of
from core.settings import Settings, load_settings
from service.http.server import Background, listen, run
from service.knowledge_bases import get_or_create
from service.logs import configure
from service.names import import_names
from service.sources import configuration_files
from service.views.place import anchor_of
from service.wiring import Application, open_application

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
KB = "shop"
_REQUEST_SECONDS = 60


def main(arguments: list[str] | None = None) -> int:
    """Run the demo; with ``--check`` return 0 when everything went as it should, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="check the demo and leave")
    check = parser.parse_args(arguments).check
    try:
        with _settings(check) as settings, open_application(settings) as application:
            configure("warning")
            return _check(application) if check else _show(application)
    except DianmianError as error:
        print(f"错误 error: {error}", file=sys.stderr)
        return outcome_of(error).exit_code
    except KeyboardInterrupt:
        return 130


def questions() -> list[str]:
    """Return the sample questions; the last is one the documents do not answer.

    Raises:
        InvalidInput: The samples are not there: the demo needs a clone of the repository.
    """
    file = SAMPLES / "questions.txt"
    if not file.is_file():
        raise InvalidInput("the samples are missing", place=str(file), advice="run the demo from a clone")
    return [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def faults(answers: list[Answer]) -> list[str]:
    """Return what is wrong with the answers: all but the last need a citation, the last must be a refusal."""
    wrong = [f"没有出处 no source: {answer.question}" for answer in answers[:-1] if not answer.citations]
    wrong += [f"未作答 refused: {answer.question}" for answer in answers[:-1] if answer.refused]
    if not answers[-1].refused:
        wrong.append(f"本应拒答 should have been refused: {answers[-1].question}")
    return wrong


@contextmanager
def _settings(check: bool) -> Iterator[Settings]:
    """Yield the settings; a check works in a folder of its own unless one is named."""
    if not check or "DIANMIAN_HOME" in os.environ:
        yield load_settings()
        return
    with tempfile.TemporaryDirectory(prefix="dianmian-demo-", ignore_cleanup_errors=True) as folder:
        yield load_settings(home=Path(folder))


def load(application: Application) -> None:
    """Load the sample shop, names included, and say how it went.

    Raises:
        InvalidInput: A sample could not be loaded.
    """
    folder = SAMPLES / "shop"
    print(f"加载 loading {folder} …", flush=True)
    with application.database.session() as session:
        import_names(session, get_or_create(session, KB), *configuration_files([folder]))
    report = application.loader.load(KB, [folder])
    for failure in report.failures:
        print(f"失败 failed: {failure.message}", file=sys.stderr)
    if report.failures:
        raise InvalidInput("some samples could not be loaded", place=str(folder))
    totals = " · ".join(f"{name} {count}" for name, count in report.totals.items())
    print(f"{totals} · {report.seconds['total']:.1f} s\n", flush=True)


def _answers(application: Application) -> list[Answer]:
    answers = []
    for question in questions():
        answer = application.retriever.ask(KB, question)
        answers.append(answer)
        print(f"问 Q: {question}\n答 A: {answer.text}")
        for citation in answer.citations:
            print(f"   [{citation.number}] {citation.source_name} · {anchor_of(citation.heading_path, citation.spans)}")
        print(f"   {answer.grade} · {answer.confidence:.0%} · {sum(answer.timings.values()):.0f} ms\n", flush=True)
    return answers


def _show(application: Application) -> int:
    load(application)
    _answers(application)
    server = listen("127.0.0.1", application.settings.port, or_any=True)
    print(f"网页 page: http://127.0.0.1:{server.getsockname()[1]}  (Ctrl-C 结束 ends)", flush=True)
    run(application, server)
    return 0


def _check(application: Application) -> int:
    load(application)
    answers = _answers(application)
    wrong = faults(answers)
    with Background(application, listen("127.0.0.1", 0)) as server:
        wrong += _http_faults(server.url, answers[0])
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"demo: {'FAILED' if wrong else 'ok'} · {len(answers)} questions · {len(wrong)} faults")
    return 1 if wrong else 0


def _http_faults(url: str, expected: Answer) -> list[str]:
    """Ask over HTTP what was asked directly: both ways must say the same."""
    with httpx.Client(base_url=url, timeout=_REQUEST_SECONDS, trust_env=False) as client:
        ready = client.get("/ready")
        asked = client.post(f"/v1/kbs/{KB}/ask", json={"question": expected.question})
    wrong = [f"{reply.url}: HTTP {reply.status_code}" for reply in (ready, asked) if reply.status_code != 200]
    if not wrong and asked.json()["answer"] != expected.text:
        wrong.append("HTTP gives another answer than the retriever")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
