"""Which parser reads the files of one load: the load's choice, else the knowledge base's, else the setting."""

from typing import Literal, get_args

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.settings import Settings

ParserRoute = Literal["local", "remote"]
KB_SETTING = "parser"


def reading_settings(settings: Settings, kb: KnowledgeBase, parser: str | None = None) -> Settings:
    """Return ``settings`` with the parser that this load reads with.

    Raises:
        InvalidInput: There is no such parser.
    """
    chosen = parser or kb.settings.get(KB_SETTING)
    return settings if chosen is None else settings.model_copy(update={"parser": checked_route(str(chosen))})


def checked_route(parser: str) -> str:
    """Return ``parser`` if there is such a one.

    Raises:
        InvalidInput: There is not.
    """
    known = get_args(ParserRoute)
    if parser not in known:
        raise InvalidInput(f"there is no parser {parser!r}", place="parser", advice=f"use {' or '.join(known)}")
    return parser
