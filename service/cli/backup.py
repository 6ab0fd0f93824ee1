"""``dianmian backup`` and ``dianmian restore``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.settings import load_settings
from service.cli.options import JsonFlag
from service.cli.output import print_json, say

if TYPE_CHECKING:
    from store.backup_file import Manifest

File = Annotated[Path, typer.Argument(help="备份文件 The file of the backup.", show_default=False)]


def backup(file: File, as_json: JsonFlag = False) -> None:
    """备份 Save the whole database, all tenants, into one file; the service may go on working."""
    from store.saving import save_database

    _report(save_database(load_settings(), file), file, as_json=as_json)


def restore(
    file: File,
    replace: Annotated[
        bool, typer.Option("--replace", help="先清除现有内容 Drop what the database holds, all tenants.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """恢复 Restore the whole database from a backup, or nothing; start services anew afterwards."""
    from store.saving import restore_database

    _report(restore_database(load_settings(), file, replace=replace), file, as_json=as_json)


def _report(manifest: "Manifest", file: Path, *, as_json: bool) -> None:
    tables = {member.table: member.rows for member in manifest.members if member.rows}
    if as_json:
        shown = {"file": str(file), "revision": manifest.revision, "made_at": manifest.made_at, "rows": manifest.rows}
        print_json({**shown, "server": manifest.server, "bytes": file.stat().st_size, "tables": tables})
        return
    say(f"{file}: {manifest.rows} 行 rows, {len(tables)} 表 tables, 版本 revision {manifest.revision}")
