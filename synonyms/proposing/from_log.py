"""Aliases that the log of questions suggests: words near to a name, and words somebody replaced by a name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from core.question import Mention
from core.text import content_words, fold
from core.vocabulary import Synonym
from synonyms.matcher import Matcher

# Less alike, two words of one trade are as near as a slip of the tongue.
NEAR = 0.65
AGAIN = timedelta(minutes=10)
ORIGIN = "query_log"
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """A question of the log. ``failed``: it was refused, or its answer was disliked; ``who`` asked through one door."""

    text: str
    who: str
    at: datetime
    failed: bool


def aliases_from_log(log: Sequence[LoggedQuestion], near: Matcher) -> list[Synonym]:
    """Return proposals, each once, those from rephrased questions first.

    Args:
        log: Questions in the order they were asked.
        near: The known names, with ``NEAR`` as its threshold.
    """
    found = [*_rephrased(log, near), *_near_misses((one.text for one in log if one.failed), near)]
    unique = {(one.kind, fold(one.alias)): one for one in reversed(found)}
    return list(unique.values())[::-1]


def _near_misses(texts: Iterable[str], near: Matcher) -> Iterator[Synonym]:
    for text in texts:
        for mention in near.mentions(text):
            alias = "".join(content_words(mention.surface))
            if mention.score < 1 and len(alias) >= _SHORTEST:
                yield _proposal(alias, mention)


def _rephrased(log: Sequence[LoggedQuestion], near: Matcher) -> Iterator[Synonym]:
    """Take pairs of one asker: a question that failed, and soon after one that did not."""
    askers = {one.who for one in log}
    for who in sorted(askers):
        own = [one for one in log if one.who == who]
        for first, second in pairwise(own):
            if first.failed and not second.failed and second.at - first.at <= AGAIN:
                yield from _replaced(first.text, second.text, near)


def _replaced(failed: str, answered: str, near: Matcher) -> Iterator[Synonym]:
    """Propose what stood in the place of the one name that is new; two new names leave open which is meant."""
    before, after = content_words(failed), content_words(answered)
    known = {mention.canonical for mention in _exact(failed, near)}
    new = {mention.canonical: mention for mention in _exact(answered, near) if mention.canonical not in known}
    gone = [word for word in before if word not in after and not _covered(word, failed, near)]
    alias = "".join(gone)
    # What was left is one stretch of the question, and the rest of it was asked again.
    if len(new) == 1 and len(alias) >= _SHORTEST and alias in fold(failed) and set(before) & set(after):
        yield _proposal(alias, next(iter(new.values())))


def _exact(text: str, near: Matcher) -> list[Mention]:
    return [mention for mention in near.mentions(text) if mention.score == 1]


def _covered(word: str, text: str, near: Matcher) -> bool:
    return any(word in mention.surface for mention in _exact(text, near))


def _proposal(alias: str, mention: Mention) -> Synonym:
    return Synonym(mention.kind, alias, mention.canonical, state="proposed", origin=ORIGIN)
