"""Which documents a document puts out of force, read from the very sentence that does so."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from core.document import Block
from core.text.sentences import sentences
from ingestion.naming import iso_date

SEPARATOR = "；"
_NAMING = ("replaces", "repeals")

_TITLE = re.compile(r"《([^《》]{1,100})》")
_VERB = r"(?:废止|停止执行|停止施行|停止使用|不再执行|失效)"
_NOTE = r"\s*(?:[（(][^（）()]*[)）])?\s*"
_DATE = r"(?:19|20)\d{2}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日"
# Only a title that the verb follows at once is repealed whole: 《…》中与本办法抵触的规定 is not.
_REPEALED = re.compile(
    rf"{_NOTE}(?:等[^，。；《》]{{0,12}})?[，,]?\s*(?:自[^，。；《》]{{2,30}}起)?\s*"
    rf"(?:均|都|也|即|同时|即行|一并|随之|相应|予以)*{_VERB}(?=\s*(?:[。；;，,！!）)]|$))"
)
_LINK = re.compile(
    rf"{_NOTE}(?:[、，,和及与]|以及)(?:以及|和|及|与)?(?:[^《》。；]*(?:发布|公布|印发|颁布|下发|批准|实施|施行|通过)的)?原?"
)
_BASIS = re.compile(r"(?:根据|依据|依照|按照|参照|实施|贯彻|落实|执行)\s*$")
_REPEALING = re.compile(rf"(?:同时|一并){_VERB}(?:[^《》。，；]{{0,40}}的|原)?\s*$")
_SINCE = re.compile(rf"({_DATE})\s*(?:零时)?\s*起")
_BREAK = re.compile(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])")
_LISTED = re.compile(r"[；;\n]")


def repeal_metadata(blocks: Sequence[Block], metadata: Mapping[str, str]) -> dict[str, str]:
    """Return ``repeals``, the titles put out of force joined with ``；``, and ``repeals_from`` (ISO).

    ``repeals_from`` is there only when the sentence itself names a day; else the document's own first day counts.
    What ``metadata`` names itself, as ``replaces`` or ``repeals``, comes first.
    """
    titles = dict.fromkeys(name for key in _NAMING for name in _named(metadata.get(key, "")))
    days: list[str] = []
    for sentence in _sentences(blocks):
        found = repealed_titles(sentence)
        since = _SINCE.search(sentence)
        titles |= dict.fromkeys(found)
        days += [iso_date(since.group(1))] if found and since else []
    result = {"repeals": SEPARATOR.join(titles)} if titles else {}
    return result | ({"repeals_from": max(days)} if any(days) else {})


def repealed_titles(sentence: str) -> tuple[str, ...]:
    """Return the titles, without brackets, that one sentence puts out of force, in its order."""
    marks = list(_TITLE.finditer(sentence))
    after = [sentence[a.end() : b.start()] for a, b in pairwise(marks)]
    before = [sentence[: mark.start()] for mark in marks]
    repealed = {at for at, mark in enumerate(marks) if _REPEALED.match(sentence[mark.end() :])}
    for at in range(len(marks) - 2, -1, -1):
        if at + 1 in repealed and _LINK.fullmatch(after[at]):
            repealed.add(at)
    repealed = {at for at in repealed if not _BASIS.search(before[at])}
    for at in range(len(marks)):
        follows = at > 0 and at - 1 in repealed and _LINK.fullmatch(after[at - 1]) is not None
        if _REPEALING.search(before[at]) or (follows and _REPEALING.search(before[0])):
            repealed.add(at)
    return tuple(marks[at].group(1).strip() for at in sorted(repealed))


def _sentences(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if block.kind in ("paragraph", "list", "notice") and "《" in block.text and re.search(_VERB, block.text):
            for sentence in sentences(_BREAK.sub("", block.text)):
                yield sentence.text


def _named(words: str) -> list[str]:
    """Titles in 《》 when there are any, else one per ``；`` or line."""
    marked = _TITLE.findall(words)
    return [title.strip() for title in marked or _LISTED.split(words) if title.strip()]
