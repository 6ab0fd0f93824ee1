"""The open transaction that every query takes first; rooms above import it from here."""

from sqlalchemy.orm import Session

__all__ = ["Session"]
