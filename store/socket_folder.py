"""Where the embedded server's socket lies: a path that is short and plain, whatever the data folder is called."""

import hashlib
import os
import re
import tempfile
from pathlib import Path

from core.errors import ConfigurationError

SOCKET_NAME = ".s.PGSQL.5432"
# The kernel takes 107 bytes; the server keeps a few for its lock file beside the socket.
_LONGEST = 100
# libpq splits a host at commas and the server's start line at blanks, so anything unusual goes through a link.
_PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


def socket_folder(data: Path) -> Path:
    """Return a path of ``data`` fit for a socket: itself, or a short link to it.

    The link is made when it is missing, and may be made again at any time. The socket itself always lies in the
    data folder, which only its owner may enter.

    Args:
        data: The data folder, absolute and without links; it must exist.

    Raises:
        ConfigurationError: No short link could be made, or somebody else holds its name.
    """
    if _fits(data):
        return data
    name = f"dianmian-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}"
    for parent in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 - ownership of the link is checked
        if _fits(parent / name):
            return _link(parent / name, data)
    raise ConfigurationError(
        f"no short path to {data} could be made", place="DIANMIAN_HOME", advice="set DIANMIAN_HOME to a shorter path"
    )


def _fits(folder: Path) -> bool:
    path = str(folder / SOCKET_NAME)
    return len(os.fsencode(path)) <= _LONGEST and _PLAIN.fullmatch(path) is not None


def _link(link: Path, data: Path) -> Path:
    try:
        link.symlink_to(data)
    except FileExistsError:
        if not link.is_symlink() or link.lstat().st_uid != os.geteuid() or link.readlink() != data:
            raise ConfigurationError(
                f"{link} is in the way", place="DIANMIAN_HOME", advice=f"remove {link}, or set DIANMIAN_HOME"
            ) from None
    return link
