"""Build the binary files of the sample knowledge base: ``python -m samples.build [FOLDER]``.

The content lies in ``samples/source``; the same content gives the same bytes. The text files of
``samples/shop`` (Markdown, HTML, JSON, CSV) are written by hand and not touched.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from samples.page_file import page_file
from samples.sheet_file import sheet_file
from samples.word_file import word_file

HERE = Path(__file__).parent
SOURCE = HERE / "source"
SHOP = HERE / "shop"

FILES: dict[str, tuple[str, Callable[[Mapping[str, Any]], bytes]]] = {
    "保修服务手册.docx": ("warranty.yaml", word_file),
    "企业采购办法.docx": ("enterprise.yaml", word_file),
    "价格与保修一览.xlsx": ("prices.yaml", sheet_file),
    "配送时效与运费.pdf": ("delivery.yaml", page_file),
}


def build(folder: Path) -> list[Path]:
    """Write every binary sample into ``folder`` (made when missing) and return the paths written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (source, write) in FILES.items():
        content = yaml.safe_load((SOURCE / source).read_text(encoding="utf-8"))
        path = folder / name
        path.write_bytes(write(content))
        written.append(path)
    return written


if __name__ == "__main__":
    for path in build(Path(sys.argv[1]) if len(sys.argv) > 1 else SHOP):
        print(path)
