"""Front matter: the YAML lines between ``---`` at the top of a Markdown file."""

import yaml

from core.errors import InvalidInput

# Dates, floats and booleans would be re-typed (2.10 → 2.1); the base loader keeps every value as written.
_LOADER = yaml.BaseLoader
# Titles may hold a 、 themselves.
_TITLES = frozenset({"replaces", "repeals"})


def front_matter(text: str, place: str) -> dict[str, str] | None:
    """Return the keys and values of front matter as text; lists are joined with ``、``, lists of titles with ``；``.

    Returns:
        ``None`` when the lines are no mapping: then they are text between two rules.

    Raises:
        InvalidInput: The lines are not YAML; the place names the line.
    """
    try:
        data = yaml.load(text, Loader=_LOADER)  # noqa: S506  the base loader builds only text, lists and mappings
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 1
        raise InvalidInput(
            f"the front matter is not valid YAML: {getattr(error, 'problem', error)}",
            place=f"{place} line {line}",
            advice="correct the lines between the two --- marks",
        ) from error
    except RecursionError as error:
        raise InvalidInput(
            "the front matter is nested too deeply", place=place, advice="write one value or list per line"
        ) from error
    if data is None:
        return {}
    if not isinstance(data, dict):
        return None
    return {str(key): _text(value, "；" if key in _TITLES else "、") for key, value in data.items()}


def _text(value: object, joint: str = "、") -> str:
    if isinstance(value, list):
        return joint.join(_text(part) for part in value)
    if isinstance(value, dict):
        return "；".join(f"{key}：{_text(part)}" for key, part in value.items())
    return str(value)
