"""Dates of statutes: from the lines under the title, and from the closing article."""

import re
from collections.abc import Mapping, Sequence

from core.document import Block
from ingestion.naming import iso_date

_IN_FORCE = re.compile(r"(?:施行|实施|执行|生效)\s*$")
_CLOSING = re.compile(
    r"本[\u4e00-\u9fff]{1,8}(?:自|从|于)\s*((?:19|20)\d{2}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)\s*起?\s*(?:正式)?(?:施行|实施|执行|生效)"
)

_ON_PUBLICATION = re.compile(r"本[\u4e00-\u9fff]{1,8}自(?:公布|发布|颁布)之日起(?:施行|实施|执行|生效)")


def info_metadata(lines: Sequence[str]) -> dict[str, str]:
    """Return ``info``, ``promulgated`` and ``effective`` (ISO dates) from the lines above a statute's text.

    ``promulgated`` is the last date on which this wording was passed, published or amended.
    """
    kept = [line.strip() for line in lines if line.strip()]
    if not kept:
        return {}
    dated = [(iso_date(line), bool(_IN_FORCE.search(line))) for line in kept]
    passed = [day for day, in_force in dated if day and not in_force]
    forced = [day for day, in_force in dated if day and in_force]
    found = {"info": "\n".join(kept)}
    if passed:
        found["promulgated"] = max(passed)
    if forced:
        found["effective"] = max(forced)
    return found


def effective_date(blocks: Sequence[Block], metadata: Mapping[str, str]) -> str:
    """Return when a statute takes effect by its own closing words, as ISO, or an empty string.

    ``自公布之日起施行`` is dated only when a single date stands above the text: after an amendment it would be the
    day of the first publication, which the file may not name.
    """
    closing = closing_date(blocks)
    days = {iso_date(line) for line in metadata.get("info", "").split("\n")} - {""}
    if not closing and len(days) == 1 and any(_ON_PUBLICATION.search(block.text) for block in blocks[-3:]):
        return days.pop()
    return closing


def closing_date(blocks: Sequence[Block]) -> str:
    """Return the date in the closing sentence (``本条例自2008年1月1日起施行``) as ISO, or an empty string."""
    for block in reversed(blocks):
        match = _CLOSING.search(block.text) if block.kind in ("paragraph", "list") else None
        if match:
            return iso_date(match.group(1))
    return ""
