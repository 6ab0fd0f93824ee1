"""One variant: what it sets otherwise than the settings in force, and which files it loads."""

import csv
import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import ConfigurationError, InvalidInput
from core.settings import Settings, load_settings

FILES = "files"
_EXAMPLE = 'for example --variant "small: chunk_size=256, chunk_overlap=40"'
# A variant lives in the database that is open; moving there would compare two databases, not two settings.
_FIXED = ("home", "database_url", "admin_database_url", "tenant")
_ALIASES = {"database_url": "DATABASE_URL"}
# Settings read while a question is answered. Any other may change what a load makes of the files, and a setting that
# is not listed costs a load too many, never a wrong figure.
QUESTION_TIME = frozenset(
    {
        "hnsw_ef_search", "exact_search_limit", "weight_structured", "weight_vector", "weight_keyword",
        "rerank_provider", "rerank_model", "rerank_url", "rerank_key", "rerank_top", "rerank_timeout",
        "rerank_weight", "search_depth", "fact_depth", "section_limit", "synonym_threshold", "context_share",
        "refusal_threshold", "answer_with_model", "answer_context_characters", "log_level",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """``overrides`` are settings by name, of their type; ``files`` is what to load, the common ones if unset."""

    name: str
    overrides: Mapping[str, Any] = field(default_factory=dict)
    files: Path | None = None

    def settings(self, base: Settings) -> Settings:
        """Return ``base`` with what this variant sets otherwise."""
        return base.model_copy(update=dict(self.overrides))

    def load_key(self, base: Settings, files: Path) -> tuple[Any, ...]:
        """Return what a load depends on; variants with equal keys can share a knowledge base."""
        chosen = self.settings(base)
        values = ((name, str(getattr(chosen, name))) for name in sorted(type(chosen).model_fields))
        return ((self.files or files).resolve(), *(pair for pair in values if pair[0] not in QUESTION_TIME))


def read_variants(given: Sequence[str]) -> tuple[Variant, ...]:
    """Return the variants that the options ``--variant "NAME: setting=value, …"`` describe.

    A pair with a comma in its value stands in double quotes: ``"embedding_query_prompt=查询, "``. ``files=PATH`` names
    files of the variant's own.

    Raises:
        InvalidInput: Fewer than two, a name twice, no such setting, or a value that does not fit; the place says where.
    """
    variants = tuple(read_variant(text) for text in given)
    if len(variants) < 2:
        raise InvalidInput("a comparison needs two variants", place="--variant", advice=_EXAMPLE)
    check_names(variants)
    return variants


def check_names(variants: Iterable[Variant]) -> None:
    """Refuse two variants of one name.

    Raises:
        InvalidInput: There are such.
    """
    seen: set[str] = set()
    for variant in variants:
        if variant.name in seen:
            raise InvalidInput(
                f"two variants are called {variant.name}", place="--variant", advice="give each a name of its own"
            )
        seen.add(variant.name)


def read_variant(text: str) -> Variant:
    """Return the variant that ``text`` describes; errors are those of ``read_variants``."""
    head, _, rest = text.partition(":")
    name = head.strip()
    if not name or "=" in name:
        raise InvalidInput(f"{text!r} has no name", place="--variant", advice=_EXAMPLE)
    pairs = dict(_pair(name, part) for part in next(csv.reader([rest], skipinitialspace=True), []) if part.strip())
    files = pairs.pop(FILES, None)
    if files is not None and not Path(files).exists():
        raise InvalidInput(f"no such file or folder {files}", place=f"variant {name}", advice="check the path")
    return Variant(name, checked(name, pairs), None if files is None else Path(files))


def checked(name: str, pairs: Mapping[str, str]) -> dict[str, Any]:
    """Return settings by name with values of their type.

    Raises:
        InvalidInput: There is no such setting, a variant cannot set it, or the value does not fit.
    """
    return {setting: _value(name, setting, value) for setting, value in pairs.items()}


def _pair(name: str, part: str) -> tuple[str, str]:
    setting, equals, value = part.partition("=")
    if not equals:
        raise InvalidInput(f"{part.strip()!r} sets nothing", place=f"variant {name}", advice=_EXAMPLE)
    # The comma before a pair is followed by a blank; blanks at the end of a value may be meant.
    return setting.strip().lower().removeprefix("dianmian_"), value


def _value(name: str, setting: str, value: str) -> Any:
    place = f"variant {name}"
    if setting in _FIXED:
        raise InvalidInput(f"{setting} cannot differ between variants", place=place, advice="set it for all of them")
    if setting not in Settings.model_fields:
        near = difflib.get_close_matches(setting, Settings.model_fields, n=3)
        advice = f"is it {' or '.join(near)}?" if near else "docs/settings.md lists all"
        raise InvalidInput(f"there is no setting {setting}", place=place, advice=advice)
    try:
        return getattr(load_settings(**{_ALIASES.get(setting, setting): value}), setting)
    except ConfigurationError as error:
        raise InvalidInput(f"{setting}={value}: {error.message}", place=place, advice="see docs/settings.md") from error
