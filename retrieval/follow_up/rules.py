"""What a follow-up leaves out, taken from the question before. A question that is complete is left alone."""

from collections.abc import Callable

from core.quantity import asked_dimensions
from core.text import content_words
from core.text.tagging import is_name
from retrieval.follow_up.parts import Parts, parts
from retrieval.follow_up.phrases import (
    CHARGE,
    COMPARED,
    CONDITION,
    ECHO,
    ENGLISH_ECHO,
    ENGLISH_GENERAL,
    GENERAL,
    HOW,
    IT_TAKES,
    LINK,
    PARTICLE,
    PRONOUN,
    PROPERTY,
)
from retrieval.follow_up.swapping import condition_swapped, kind_swapped, put_in
from retrieval.wording import language_of
from synonyms.matcher import Matcher

Holds = Callable[[str, str], bool]
_LONGEST_FRAGMENT = 24


def complete(question: str, earlier: str, matcher: Matcher, holds: Holds) -> str:
    """Return ``question`` with what it leaves out, as ``earlier`` says it; unchanged when it is complete.

    Args:
        question: The follow-up.
        earlier: The question before, complete.
        matcher: Names of the knowledge base.
        holds: Says whether some fact gives this subject this attribute.
    """
    link = LINK.match(question)
    core = question[link.end() :] if link else question.strip()
    before = parts(earlier.strip(), matcher)
    if not core.strip(" ?？。.") or not before.text:
        return question
    completed = _by_pronoun(core, before, matcher)
    if completed is None:
        completed = _by_echo(question, core, before, matcher, linked=bool(link))
    if completed is None:
        completed = _by_asking(core, before, matcher, holds, linked=bool(link))
    return question if completed is None else _ended(completed)


def _by_pronoun(core: str, before: Parts, matcher: Matcher) -> str | None:
    """它的保修期呢？, how much is it?: the pronoun gives way to what was spoken of."""
    match = PRONOUN.search(core)
    if match is None or parts(core, matcher).subjects:
        return None
    topic = _topic(before)
    if not topic:
        return None
    if IT_TAKES.search(core):
        return f"{core.rstrip('?. ')} for {topic}?"
    possessive = match.group().lower() in ("its", "their")
    filled = put_in(core, match.start(), match.end(), f"{topic}'s" if possessive else topic)
    return ECHO.sub("", filled) if language_of(core) == "zh" else filled


def _by_echo(question: str, core: str, before: Parts, matcher: Matcher, *, linked: bool) -> str | None:
    """那B呢？: no question of its own, a name or a condition that takes the place of the earlier one."""
    english = language_of(core) == "en"
    if english and not ENGLISH_ECHO.match(question):
        return None
    said = parts(PARTICLE.sub("", ECHO.sub("", core)), matcher)
    echoes = core.rstrip(" ?？。").endswith(("呢", "怎么样", "如何")) or linked or english
    if (
        not said.text
        or said.asks
        or not echoes
        or len(said.text) > max(_LONGEST_FRAGMENT, 3 * english * _LONGEST_FRAGMENT)
    ):
        return None
    if english:
        return _english_fragment(said, before)
    return _fragment(said, before, is_condition=bool(CONDITION.search(ECHO.sub("", core).strip())))


def _fragment(said: Parts, before: Parts, *, is_condition: bool) -> str | None:
    if COMPARED.match(said.text):
        return f"{before.head}{said.text}有什么区别" if before.head else None
    if said.subjects and said.attributes:
        return said.text
    if said.attributes:
        return _other_attribute(said, before)
    swapped = condition_swapped(said, before)
    if swapped:
        return swapped
    if said.subjects and before.subjects:
        first = before.subjects[0]
        return put_in(before.text, first.start, first.end, said.text)
    if not is_condition or said.subjects:
        return kind_swapped(said.text, before) or _other_subject(said, before)
    return kind_swapped(said.text, before) or said.text + ("的" if _needs_particle(said.text) else "") + before.text


def _needs_particle(condition: str) -> bool:
    return condition.startswith(("已", "未", "没", "不", "超过", "满", "低于", "不足", "高于", "少于", "用"))


def _other_attribute(said: Parts, before: Parts) -> str | None:
    """价格呢？: the same thing under the same circumstances, asked for something else."""
    if before.attributes and before.attributes[0].start < before.ask_start:
        head = PARTICLE.sub("", before.text[: before.attributes[0].start])
    else:
        head = before.head
    return f"{head or _topic(before)}的{said.text}" if head or _topic(before) else None


def _other_subject(said: Parts, before: Parts) -> str | None:
    """松针净水器呢？, a name nobody knows: it takes the place of what the earlier question is about."""
    if before.subjects:
        first = before.subjects[0]
        return put_in(before.text, first.start, first.end, said.text)
    if before.attributes and before.attributes[0].start < before.ask_start:
        return f"{said.text}的{before.text[before.attributes[0].start :]}"
    owner, joint, owned = before.head.partition("的")
    rest = before.text[before.ask_start :]
    return f"{said.text}{joint}{owned}{rest}" if owner else None


def _english_fragment(said: Parts, before: Parts) -> str | None:
    text = said.text.rstrip("?. ")
    swapped = condition_swapped(said, before)
    if swapped:
        return swapped
    if said.attributes and not said.subjects:
        return f"What is the {_bare(text)} of {_topic(before)}?" if _topic(before) else None
    if before.subjects:
        first = before.subjects[0]
        return put_in(before.text, first.start, first.end, _bare(text))
    joint = (
        "" if text.lower().startswith(("for ", "in ", "on ", "with ", "at ", "after ", "before ", "if ")) else "for "
    )
    return f"{before.text.rstrip('?. ')} {joint}{text}?"


def _by_asking(core: str, before: Parts, matcher: Matcher, holds: Holds, *, linked: bool) -> str | None:
    """要多久？, 保修期多久？, 已发货的要多久？: it asks, but says not of what, or not what."""
    said = parts(core, matcher)
    if not said.asks:
        return None
    if said.chinese and said.head and not said.attributes:
        same = bool(asked_dimensions(core)) and asked_dimensions(core) == asked_dimensions(before.text)
        condition = CONDITION.search(said.text[: said.ask_start].strip())
        if same and (condition or (linked and said.subjects)) and _names_nothing(said.text[said.ask_start :]):
            return _fragment(parts(said.head, matcher), before, is_condition=bool(condition))
    if said.subjects:
        return None
    topic = _topic(before)
    if said.attributes:
        attribute = said.attributes[0]
        owner = before.subjects[0] if before.subjects else None
        if said.chinese and attribute.start > said.ask_start:
            return f"{topic}{core}" if topic and not said.head else None
        joint = "的" if said.chinese and attribute.start == 0 else ""
        if owner is None or not said.chinese or not holds(owner.canonical, attribute.canonical):
            return None
        return f"{before.words(owner)}{joint}{core}"
    if not topic or not said.chinese or said.head or not _names_nothing(core):
        return None
    return f"{topic}{core}"


def _names_nothing(asking: str) -> bool:
    """Return whether a question names no thing of its own, only what may be asked of anything."""
    general = GENERAL if language_of(asking) == "zh" else ENGLISH_GENERAL
    return not any(
        is_name(word) and word not in general and not CHARGE.fullmatch(word) for word in content_words(asking)
    )


def _topic(before: Parts) -> str:
    """Return what the earlier question is about, in its own words."""
    subject = before.words(before.subjects[0]) if before.subjects else ""
    if not before.chinese:
        return f"the {subject}" if f"the {subject}" in before.text else subject
    cut = next((name.start for name in before.attributes if name.start < before.ask_start), before.ask_start)
    head = PROPERTY.sub("", PARTICLE.sub("", before.text[:cut]) or before.head)
    asking = before.text[before.ask_start :]
    how = HOW.match(asking)
    return head or subject or (ECHO.sub("", asking[how.end() :]) if how else "")


def _bare(text: str) -> str:
    return text.removeprefix("the ").removeprefix("a ").removeprefix("an ")


def _ended(text: str) -> str:
    if text.rstrip()[-1:] in "?？":
        return text.strip()
    return text.strip() + ("？" if language_of(text) == "zh" else "?")
