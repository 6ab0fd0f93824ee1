"""Follow-up questions completed from the turns before: by a language model where there is one, else by rules."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.errors import DianmianError, InvalidInput
from core.llm import LanguageModel, Meter
from core.text import fold
from retrieval.events import Done, Event
from retrieval.follow_up.rules import Holds, complete
from retrieval.written.prompting import prompt
from synonyms.matcher import Matcher

MOST_TURNS = 20
LONGEST_TURN = 20_000
_LONGEST_REWRITTEN = 400
_SHOWN_TURNS = 6
_SHOWN_ANSWER = 400
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LABEL = re.compile(r"^(?:改写后的问题|改写后|完整问题|问题|rewritten question|question)\s*[:：]\s*", re.I)


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation, and its answer where it is known."""

    question: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Completed:
    """A question as it is understood. ``by`` says who completed it; ``degraded`` what was skipped."""

    text: str
    by: str = ""
    degraded: tuple[str, ...] = ()


def check_history(history: Sequence[Turn]) -> None:
    """Check the turns a caller gives.

    Raises:
        InvalidInput: More than 20 turns, or one that is empty or longer than 20,000 characters.
    """
    if len(history) > MOST_TURNS:
        raise InvalidInput(
            f"a conversation has at most {MOST_TURNS} turns", place="history", advice="leave out the first"
        )
    for number, turn in enumerate(history):
        if not turn.question.strip() or max(len(turn.question), len(turn.answer)) > LONGEST_TURN:
            raise InvalidInput(f"a turn has 1 to {LONGEST_TURN} characters", place=f"history[{number}].question")


def by_rules(question: str, history: Sequence[Turn], matcher: Matcher, holds: Holds) -> Completed:
    """Return ``question`` completed from ``history``, earliest turn first, each of them completed likewise."""
    earlier = ""
    for turn in history:
        earlier = complete(turn.question.strip(), earlier, matcher, holds) if earlier else turn.question.strip()
    text = complete(question, earlier, matcher, holds) if earlier else question
    return Completed(text, "rules" if text != question else "")


def by_model(question: str, history: Sequence[Turn], model: LanguageModel, ruled: Completed) -> Completed:
    """Return ``question`` as the model rewrites it, or ``ruled`` and why, where that cannot be used."""
    shown = [{"question": turn.question, "answer": turn.answer[:_SHOWN_ANSWER]} for turn in history[-_SHOWN_TURNS:]]
    context = {
        "conversation": json.dumps(shown, ensure_ascii=False, indent=1),
        "question": json.dumps(question, ensure_ascii=False),
    }
    try:
        text = _cleaned("".join(model.write(prompt("follow_up", context), Meter())))
    except DianmianError as error:
        return _ruled(ruled, error.message)
    fault = _fault(text, question, history)
    if fault:
        return _ruled(ruled, fault)
    return Completed(question) if fold(text) == fold(question) else Completed(text, "model")


def as_follow_up(events: Iterable[Event], question: str, completed: Completed) -> Iterator[Event]:
    """Yield ``events`` with the answer to ``question`` as it was asked, and what it was understood as."""
    for event in events:
        if not isinstance(event, Done):
            yield event
            continue
        answer = event.answer
        changed = completed.text != question
        yield Done(
            replace(
                answer,
                question=question.strip(),
                completed_question=completed.text if changed else "",
                degraded=(*answer.degraded, *completed.degraded),
                trace={**answer.trace, "completed": {"question": completed.text, "by": completed.by}}
                if changed
                else answer.trace,
            )
        )


def _cleaned(text: str) -> str:
    stripped = _LABEL.sub("", text.strip())
    try:
        unquoted = json.loads(stripped) if stripped.startswith('"') else stripped
    except ValueError:
        unquoted = stripped
    return str(unquoted).strip().strip("“”\"'`").strip()


def _fault(text: str, question: str, history: Sequence[Turn]) -> str:
    """Say why a rewritten question is not to be asked, empty when nothing is wrong with it."""
    if not text or "\n" in text or len(text) > max(_LONGEST_REWRITTEN, 2 * len(question)):
        return "it did not rewrite the question"
    said = " ".join((question, *(f"{turn.question} {turn.answer}" for turn in history)))
    added = set(_NUMBER.findall(text)) - set(_NUMBER.findall(said))
    return f"it added numbers to the question ({'、'.join(sorted(added))})" if added else ""


def _ruled(ruled: Completed, why: str) -> Completed:
    return Completed(ruled.text, ruled.by, (f"language model: {why}, follow-up completed by rules",))
