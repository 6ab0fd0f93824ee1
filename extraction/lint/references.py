"""References to what does not exist."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.document import Document
from core.text import fold
from extraction.inspected import Inspected
from extraction.lint.finding import Evidence, Finding, Saying, finding
from extraction.lint.passage import Sentence, prose_sentences
from extraction.lint.targets import ARTICLE, HAN, LABEL, LONGEST_LABEL, NUMBER, Targets, number_of, targets_of

_ANNEX = re.compile(rf"(?P<kind>附件|附录|附表)\s?(?P<number>{NUMBER})(?![级类年月日个项份次所])")
_ENGLISH_ANNEX = re.compile(
    r"\b(?:see|in|to) (?P<kind>annex|appendix|attachment|schedule|exhibit) (?P<number>[a-z]\b|[ivx]+\b|\d{1,3}\b)",
    re.IGNORECASE,
)
_TABLE = re.compile(r"(?:[见参照按如]|详见)表\s?(?P<number>[一二三四五六七八九十]{1,3}|\d{1,3}(?:[-.]\d+)?)")
_NEXT_TABLE = re.compile(
    r"(?:如|见|按照?|依照?|参照|根据|详见)(?:下表|下列表格|以下表格|如下表)(?![明示述达现面决彰扬率])|如下表(?:所示)?[：:。]?"
)
_OWN = re.compile(r"本(?:法|条例|办法|规定|细则|规则|政策|制度|须知|手册|章程|通知|协议|合同|准则|指引)\s*$")
_FOREIGN = re.compile(
    r"[》〉」]|法|条例|规定|办法|细则|规则|解释|决定|公约|协定|附录|附件|章程|合同|协议|通知|该|其|原"
)
_SECTION = re.compile(rf"(?:见|按|依照|按照|参照|根据)(?P<own>本\w{{1,3}})?第(?P<number>[{HAN}\d]+)(?P<kind>[节章])")
_ATTACHED = re.compile(
    r"(?:^|[，,。；;：:\s见按照据]|本[\u4e00-\u9fff]{1,4})(?:所附|后附|随附|附上)的?《(?P<one>[^《》]{2,40})》"
    r"|《(?P<two>[^《》]{2,40})》[（(](?:见附件|附后|详见附件|作为附件)[)）]"
)
_CHAIN = re.compile(r"^[、和及与或至，到]*(?:以及|或者)?$")


def broken_references(documents: Sequence[Inspected]) -> tuple[Finding, ...]:
    """Report annexes, articles, sections, tables and attached documents that are referred to and not there."""
    names = tuple(fold(name) for each in documents for name in (each.document.title, each.document.source_name))
    return tuple(found for each in documents for found in _of_document(each.document, names))


def _of_document(document: Document, names: Sequence[str]) -> Iterator[Finding]:
    targets = targets_of(document)
    missing: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in prose_sentences(document):
        absent = (
            *_annexes(sentence, targets, names),
            *_articles(sentence, targets),
            *_sections(sentence, targets, names),
            *_tables(sentence, targets),
            *_attached(sentence, targets, names),
        )
        for name in dict.fromkeys(absent):
            missing[name].append(sentence)
    for name, where in missing.items():
        problem = _hollow(name) if fold(name.strip("《》")) in targets.lines else _absent(name)
        advice = Saying(f"补上“{name}”，或改正引用。", f"Add “{name}”, or correct the reference.")
        shown = [Evidence(sentence.place(document), sentence.text) for sentence in where]
        yield finding("broken_reference", "error", problem, advice, shown, name)


def _absent(name: str) -> Saying:
    return Saying(f"引用的“{name}”不存在。", f"“{name}” is referred to and does not exist.")


def _hollow(name: str) -> Saying:
    return Saying(f"引用的“{name}”只有标题，没有内容。", f"“{name}” is referred to and is a title without content.")


def _annexes(sentence: Sentence, targets: Targets, names: Sequence[str]) -> Iterator[str]:
    if LABEL.match(sentence.text) and len(sentence.text) <= LONGEST_LABEL:
        return
    for match in _ANNEX.finditer(sentence.text):
        if _points_elsewhere(sentence.text[: match.start()]):
            continue
        label = f"{match['kind']}{number_of(match['number'])}"
        written = fold(match.group())
        if label not in targets.labels and not any(written in name for name in (*targets.headings, *names)):
            yield match.group()
    for match in _ENGLISH_ANNEX.finditer(sentence.text):
        name = f"{match['kind']} {match['number']}"
        if not any(fold(name) in each for each in (*targets.headings, *targets.lines, *names)):
            yield name


def _points_elsewhere(before: str) -> bool:
    return bool(re.search(r"[》〉](?:的|中|所附|之)?$|公约(?:的)?$", before.rstrip()))


def _articles(sentence: Sentence, targets: Targets) -> Iterator[str]:
    """Only a document that has articles is asked for them; in 第三条、第五条 all point where the first does."""
    if not targets.articles:
        return
    own = False
    end = -1
    for match in ARTICLE.finditer(sentence.text):
        before = sentence.text[: match.start()]
        chained = end >= 0 and _is_chain(sentence.text[end : match.start()])
        if not chained:
            own = bool(_OWN.search(before)) or (
                match.start() > 0 and not _FOREIGN.search(before) and _is_pointer(before)
            )
        end = match.end()
        if own and number_of(match["number"]) not in targets.articles:
            yield match.group()


def _is_chain(between: str) -> bool:
    paragraphs = re.sub(rf"第[{HAN}\d]+[款项]", "", between)
    return bool(_CHAIN.match(paragraphs))


def _is_pointer(before: str) -> bool:
    return bool(re.search(r"(?:见|按|依照|按照|依据|根据|违反|参照|适用|执行)\s*$", before))


def _sections(sentence: Sentence, targets: Targets, names: Sequence[str]) -> Iterator[str]:
    """本手册第七章 is one of this document; 第七章 alone is only where it numbers its parts."""
    for match in _SECTION.finditer(sentence.text):
        name = f"第{match['number']}{match['kind']}"
        ours = match["own"] is not None or len(targets.sections) > 1
        there = number_of(match["number"]) in targets.sections or any(fold(name) in each for each in names)
        if ours and not there:
            yield name


def _tables(sentence: Sentence, targets: Targets) -> Iterator[str]:
    for match in _TABLE.finditer(sentence.text):
        captioned = any(label.startswith("表") for label in targets.labels)
        if f"表{number_of(match['number'])}" not in targets.labels and (captioned or not targets.tables):
            yield f"表{match['number']}"
    if _NEXT_TABLE.search(sentence.text) and not any(start >= sentence.start for start in targets.tables):
        yield "下表"


def _attached(sentence: Sentence, targets: Targets, names: Sequence[str]) -> Iterator[str]:
    for match in _ATTACHED.finditer(sentence.text):
        title = next(filter(None, match.groups()))
        wanted = fold(title)
        named = any(wanted in name for name in (*targets.headings, *names))
        if not targets.lines.get(wanted, named):
            yield f"《{title}》"
