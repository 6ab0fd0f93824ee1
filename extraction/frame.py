"""What a sentence inherits from what stands before it."""

from dataclasses import dataclass

from core.fact import Condition


@dataclass(frozen=True, slots=True)
class Frame:
    """The document's subject (``home``), the subject in force, and the lead of the list a sentence belongs to."""

    home: str
    subject: str
    lead: str = ""
    lead_conditions: tuple[Condition, ...] = ()
