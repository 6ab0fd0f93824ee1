"""How far any ranking by words could come: tables that a question's words do not tell apart.

A public table has no title and no company on it, so many tables hold the same rows and columns. Among tables that
hold the names of the gold cells, and every word of the question that the right table holds, only chance decides.
"""

from collections.abc import Collection, Mapping, Sequence

from core.text import content_words, gram_set
from evals.facts.table_gold import GoldTable
from evals.tables.asking import Result


def alike_of(
    question: str, table: GoldTable, twins: Collection[str], tables: Mapping[str, GoldTable]
) -> frozenset[str]:
    """Return those of ``twins`` that hold every word of ``question`` that ``table`` holds, anywhere in their cells.

    Words are compared by characters and pairs of characters inside content words, so 待抵扣进项税 and 待抵扣进项税额
    share all but one. That a twin holds more words of the question makes it no less alike.
    """
    words = frozenset(gram for word in content_words(question) for gram in gram_set(word))
    own = words & gram_set(" ".join(table.cells))
    return frozenset(name for name in twins if own <= gram_set(" ".join(tables[name].cells)))


def ceiling_figures(results: Sequence[Result]) -> dict[str, float]:
    """Return what is left to chance, and the right share that is to be expected at best.

    ``ceiling.twinned`` questions have their names in several tables, ``ceiling.tables`` in so many (mean, the right
    one too). ``ceiling.told_apart`` of them carry words that leave the right table alone, ``ceiling.told_from_some``
    words that rule out some of the others; ``ceiling.untold`` carry none. ``ceiling.blind_at_1`` picks blindly among
    all with the names, ``ceiling.at_1`` among those no word tells apart: no ranking by words can expect more.
    ``ceiling.expected_at_1`` is the ranking measured, without luck: where a table alike came first, or the right one
    among such, it counts as often as chance would have it. ``ceiling.share`` is how much of the ceiling that is.
    """
    twinned = [result for result in results if result.twins]
    told = sum(not result.alike for result in twinned)
    some = sum(bool(result.alike) and result.alike != result.twins for result in twinned)
    count = max(len(results), 1)
    best = sum(1 / (1 + len(result.alike)) for result in results) / count
    expected = sum(_without_luck(result) for result in results) / count
    return {
        "ceiling.twinned": len(twinned),
        "ceiling.tables": round(sum(1 + len(result.twins) for result in twinned) / max(len(twinned), 1), 2),
        "ceiling.told_apart": told,
        "ceiling.told_from_some": some,
        "ceiling.untold": len(twinned) - told - some,
        "ceiling.blind_at_1": round(sum(1 / (1 + len(result.twins)) for result in results) / count, 4),
        "ceiling.at_1": round(best, 4),
        "ceiling.expected_at_1": round(expected, 4),
        "ceiling.share": round(expected / best, 4) if best else 0.0,
    }


def _without_luck(result: Result) -> float:
    return 1 / (1 + len(result.alike)) if result.table_right or result.first_document in result.alike else 0.0
