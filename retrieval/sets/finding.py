"""From a question to the records it asks for, or to nothing when it asks for no set of records."""

from collections.abc import Mapping, Sequence

from core.question import AnalysedQuestion
from retrieval.sets.question import Criterion
from retrieval.sets.reading import Reader
from retrieval.sets.schema import RULES, Schema
from retrieval.sets.selection import Selection, holding, select
from store import fact_values
from store.reach import Reach
from store.session import Session


def find_selection(
    session: Session,
    kb_id: int,
    question: AnalysedQuestion,
    schema: Schema,
    within: Reach | None = None,
) -> Selection | None:
    """Return the records ``question`` asks for; ``None`` when it asks otherwise or a word of it stays unexplained.

    Args:
        within: Records of these places alone; ``None`` means all.
    """

    def used_by(groups: Sequence[Criterion]) -> Mapping[str, int]:
        key = tuple(group.shown for group in groups if not group.negated)
        if key not in schema.beside:
            told = [holding(session, kb_id, group) for group in groups if not group.negated]
            records = set.intersection(*told) if told else set()
            schema.beside[key] = fact_values.attributes_of(session, kb_id, records)
        return schema.beside[key]

    def saying(text: str) -> Mapping[str, int]:
        return fact_values.attributes_saying(session, kb_id, text, RULES)

    asked = Reader(schema, used_by, saying).read(question.text, question.mentions)
    return None if asked is None else select(session, kb_id, asked, within)
