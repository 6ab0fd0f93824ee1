"""The body of a request with its question: placeholders are whole values, never parts of a text."""

from typing import Any

from core.errors import ConfigurationError

QUESTION, LIMIT = "{question}", "{limit}"


def filled(template: Any, question: str, limit: int) -> Any:
    """Return ``template`` with every value ``{question}`` and ``{limit}`` replaced by the text and the number."""
    if isinstance(template, dict):
        return {name: filled(value, question, limit) for name, value in template.items()}
    if isinstance(template, list):
        return [filled(value, question, limit) for value in template]
    if isinstance(template, str):
        return {QUESTION: question, LIMIT: limit}.get(template, template)
    return template


def check_template(template: Any, place: str) -> None:
    """Refuse a template that would not carry the question as a value of its own.

    Raises:
        ConfigurationError: No value is ``{question}``, or a placeholder is part of a longer text; the place says where.
    """
    values = dict(_texts(template, place))
    for where, text in values.items():
        if text not in (QUESTION, LIMIT) and (QUESTION in text or LIMIT in text):
            raise ConfigurationError(
                "a placeholder must be the whole value", place=where, advice=f'write "{QUESTION}" and nothing beside it'
            )
    if QUESTION not in values.values():
        raise ConfigurationError("no value is the question", place=place, advice=f'write "{QUESTION}" where it belongs')


def _texts(template: Any, place: str) -> list[tuple[str, str]]:
    if isinstance(template, dict):
        return [found for name, value in template.items() for found in _texts(value, f"{place}.{name}")]
    if isinstance(template, list):
        return [found for at, value in enumerate(template) for found in _texts(value, f"{place}.{at}")]
    return [(place, template)] if isinstance(template, str) else []
