"""Questions about a thing the documents do not know, where they know one of another number."""

from core.question import Stranger
from core.text import fold
from retrieval.comparison import one_side
from retrieval.draft_answer import DraftAnswer
from retrieval.findings import Findings
from retrieval.wording import STRANGER, language_of

_TOP = 3


def strange(findings: Findings) -> DraftAnswer | None:
    """Return a refusal that names the things known, where what was found is theirs and not what was asked about.

    A rule for all phones answers for an unknown phone too: only what is said of its siblings must not be handed over.
    A comparison with something known gives that side, and says which is missing.
    """
    for stranger in findings.question.strangers:
        if not _is_spoken_of(stranger, findings) and _is_of_siblings(stranger, findings):
            return one_side(findings) or _refusal(stranger, findings.question.text)
    return None


def _refusal(stranger: Stranger, text: str) -> DraftAnswer:
    language = language_of(text)
    known = ("、" if language == "zh" else ", ").join(stranger.known)
    said = STRANGER[language].format(name=_as_written(stranger.name, text), known=known)
    return DraftAnswer(said, (), "none", "none", 0.9, refused=True, reason=f"no document speaks of {stranger.name}")


def _is_spoken_of(stranger: Stranger, findings: Findings) -> bool:
    texts = (passage.chunk.embedding_text + passage.chunk.text for passage in findings.passages)
    return any(stranger.name in fold(text) for text in texts)


def _is_of_siblings(stranger: Stranger, findings: Findings) -> bool:
    siblings = [fold(name) for name in stranger.known]
    told = [fold(" ".join((item.fact.subject, item.fact.quote))) for item in findings.matches[:_TOP]]
    told = told or [fold(passage.chunk.text) for passage in findings.passages[:1]]
    return any(sibling in text for text in told for sibling in siblings)


def _as_written(name: str, text: str) -> str:
    """Return the stretch of ``text`` that folds to ``name``; the folded name where none does."""
    for start in range(len(text)):
        for end in range(start + len(name), min(start + 2 * len(name), len(text)) + 1):
            if fold(text[start:end]) == name:
                return text[start:end].strip()
    return name
