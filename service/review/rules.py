"""Which rules settle contradictions in a knowledge base, and in which order."""

from collections.abc import Sequence

from core.conflict import RULES, ResolutionRule
from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from service.knowledge_bases import change_settings
from store.session import Session

KB_SETTING = "conflict_rules"


def rules_of(kb: KnowledgeBase) -> tuple[ResolutionRule, ...]:
    """Return the rules of ``kb`` in order: the newer version, then the weightier source, unless it says otherwise."""
    chosen = kb.settings.get(KB_SETTING)
    return RULES if chosen is None else tuple(rule for rule in chosen if rule in RULES)


def set_rules(session: Session, kb: KnowledgeBase, rules: Sequence[str]) -> KnowledgeBase:
    """Let ``rules`` settle contradictions from now on, in this order; none leaves all to a person.

    Raises:
        InvalidInput: There is no such rule, or one is named twice.
    """
    for rule in rules:
        if rule not in RULES or list(rules).count(rule) > 1:
            raise InvalidInput(
                f"{rule!r} is no rule to settle conflicts by, or is named twice",
                place="rules",
                advice=f"name any of {', '.join(RULES)}, in the order they count",
            )
    return change_settings(session, kb, {KB_SETTING: list(rules)})
