"""Other wordings of proposed attributes in running text: short forms (费率 of 手续费率), full ones (以旧换新补贴)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.text.tagging import tagged
from synonyms.proposing.name_parts import has_head, is_bare, parts_of
from synonyms.proposing.occurrence import Proposal

_BREAK = re.compile(r"[^\u3400-\u9fff]|[的和与及或由在对从将把]")
_BEFORE, _LONGEST_ADDED, _LEAST_MENTIONS = 8, 5, 2


@dataclass(frozen=True, slots=True)
class _Target:
    """A word looked for in text; with ``full`` it is what longer names end in, else a short name itself."""

    proposal: int
    full: bool


def with_wordings(proposals: Sequence[Proposal], texts: Iterable[str]) -> list[Proposal]:
    """Return ``proposals`` with aliases that ``texts`` use; what could belong to two attributes is added to none."""
    targets = _targets(proposals)
    if not targets:
        return list(proposals)
    known = {name for item in proposals for name in (item.name, *item.aliases)}
    found: dict[int, Counter[str]] = defaultdict(Counter)
    automaton = _automaton(targets)
    for text in texts:
        for end, word in automaton.iter(text):
            start, target = end + 1 - len(word), targets[word]
            wording = _full_form(text, start, word) if target.full else _short_form(text, start, word)
            if wording and wording not in known:
                found[target.proposal][wording] += 1
    return [replace(item, aliases=(*item.aliases, *_common(found[at], item.name))) for at, item in enumerate(proposals)]


def _targets(proposals: Sequence[Proposal]) -> dict[str, _Target]:
    found: dict[str, list[_Target]] = defaultdict(list)
    for at, item in enumerate(proposals):
        parts = parts_of(item.name)
        # Only where documents call the amount by the stem alone: 补贴 is an amount, 订单 of 订单金额 is none.
        if parts.family == "money" and any(alias.endswith(parts.stem) for alias in item.aliases if parts.tail):
            found[parts.stem].append(_Target(at, full=True))
        for start in range(1, len(item.name) - 1):
            short = item.name[start:]
            if has_head(short) and not is_bare(short) and not _BREAK.match(short):
                found[short].append(_Target(at, full=False))
    names = {item.name for item in proposals}
    return {
        word: owners[0] for word, owners in found.items() if len(owners) == 1 and (owners[0].full or word not in names)
    }


def _automaton(targets: Iterable[str]) -> Any:
    import ahocorasick

    automaton: Any = ahocorasick.Automaton()
    for word in targets:
        automaton.add_word(word, word)
    automaton.make_automaton()
    return automaton


def _short_form(text: str, start: int, word: str) -> str:
    """Return ``word`` where nothing is joined to it on the left."""
    return word if start == 0 or _BREAK.match(text[start - 1]) else ""


def _full_form(text: str, start: int, word: str) -> str:
    """Return ``word`` with the nouns joined to it on the left, ``""`` when there is none."""
    before = _BREAK.split(text[max(start - _BEFORE, 0) : start])[-1]
    added = ""
    for pair in reversed(tagged(before)):
        if pair.flag[:1] not in "nlbji" or len(added) + len(pair.word) > _LONGEST_ADDED:
            break
        added = pair.word + added
    return added + word if added else ""


def _common(found: Counter[str], name: str) -> list[str]:
    often = [wording for wording, count in found.most_common() if count >= _LEAST_MENTIONS or wording in name]
    return sorted(often, key=lambda wording: (-found[wording], wording))
