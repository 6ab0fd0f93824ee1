"""Which version of a document a question wants: the one in force, unless it names another."""

from core.answer import Source
from core.question import AnalysedQuestion

_OUTDATED_FACTOR = 0.4
_OTHER_YEAR_FACTOR = 0.4


def version_factor(source: Source, question: AnalysedQuestion) -> float:
    """Return what a passage's score is multiplied by for its document's version (1 leaves it as it is)."""
    if question.year is not None:
        wanted = str(question.year)
        if wanted in source.version or wanted in source.source_name:
            return 1.0
        return _OTHER_YEAR_FACTOR
    return _OUTDATED_FACTOR if source.superseded else 1.0
