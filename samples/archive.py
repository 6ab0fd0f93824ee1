"""Office files are zip archives; here they are rewritten without any trace of when they were made."""

import re
import zipfile
from datetime import date
from io import BytesIO

_STAMP = (2025, 1, 1, 0, 0, 0)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")


def fixed(data: bytes, modified: date) -> bytes:
    """Return the office file ``data`` with fixed member times and ``modified`` as its modification date.

    Some writers put the clock into the core properties on saving, whatever was set before, so the date is
    replaced in the finished archive.
    """
    stamp = f"{modified.isoformat()}T00:00:00Z".encode()
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as source, zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            archive.writestr(_member(name), content, zipfile.ZIP_DEFLATED, 9)
    return target.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _STAMP)
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info
