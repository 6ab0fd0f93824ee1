"""What a sentence inherits from what stands before it."""

from dataclasses import dataclass

from core.fact import Condition


@dataclass(frozen=True, slots=True)
class Frame:
    """The document's subject (``home``), who is spoken of, and the lead of the list a sentence belongs to.

    ``subject`` is the actor named last (经营者, 快递企业); ``lead`` what the items of a list are values of.
    ``situations`` is set when the items of a list are circumstances, not rules (有下列情形之一的：…).
    """

    home: str
    subject: str
    lead: str = ""
    lead_conditions: tuple[Condition, ...] = ()
    situations: bool = False
