"""``dianmian diff``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.settings import load_settings
from service.cli.options import JsonFlag
from service.cli.output import complain, print_json, say, shortened, table

if TYPE_CHECKING:
    from service.views.difference import DifferenceView, LocatedFactView, SectionChangeView

DIFFERENT = 1
HtmlFile = Annotated[Path | None, typer.Option("--html", help="写成一个 HTML 文件 Write one HTML file.")]


def diff(
    old: Annotated[Path, typer.Argument(help="旧版文件 The old version.", show_default=False)],
    new: Annotated[Path, typer.Argument(help="新版文件 The new version.", show_default=False)],
    html: HtmlFile = None,
    vocabulary: Annotated[Path | None, typer.Option(help="词表 Vocabulary file (YAML).")] = None,
    synonyms: Annotated[Path | None, typer.Option(help="同义词表 Synonym file (YAML).")] = None,
    as_json: JsonFlag = False,
) -> None:
    """比较两个版本 What changed between two versions of a document: facts, and every number of the text.

    Exit code 0: the same; 1: something changed.
    """
    from extraction.diff import compare
    from service.inspection.difference_page import difference_page
    from service.inspection.reading import naming_from, read_document
    from service.views.difference import difference_view

    settings, naming = load_settings(), naming_from(vocabulary, synonyms)
    before, after = (read_document(path, path.name, settings, naming) for path in (old, new))
    shown = difference_view(compare(before, after))
    if html is not None:
        written(html, difference_page(shown))
    print_json(shown) if as_json else _show(shown)
    if shown.result == "different":
        raise typer.Exit(DIFFERENT)


def written(path: Path, text: str) -> None:
    """Write a report and say where.

    Raises:
        InvalidInput: The file cannot be written.
    """
    from core.errors import InvalidInput

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"the report cannot be written: {error.strerror}", place=str(path)) from error
    complain(f"已写入 written: {path}")


def _show(difference: "DifferenceView") -> None:
    from service.inspection.difference_page import edition, summary
    from service.inspection.words import TURN

    say(f"{edition(difference.old)} → {edition(difference.new)}", summary(difference))
    if difference.fields:
        rows = [(each.name, each.old, each.new) for each in difference.fields]
        table(("字段 field", "旧 old", "新 new"), rows, "元数据 metadata")
    if difference.facts:
        facts = [(TURN[each.turn], _side(each.old), _side(each.new)) for each in difference.facts]
        table(("变化 change", "旧 old", "新 new"), facts, "事实 facts")
    for section in difference.sections:
        _show_section(section)
    if difference.renumbered:
        pairs = "，".join(f"{each.old} → {each.new}" for each in difference.renumbered)
        say("", f"重新编号 renumbered: {pairs}")


def _side(located: "LocatedFactView | None") -> str:
    from service.inspection.difference_page import shown_fact

    return f"{shown_fact(located)}\n{located.place.label}" if located else ""


def _show_section(section: "SectionChangeView") -> None:
    from service.inspection.difference_page import heading, shown_number
    from service.inspection.words import TURN

    say("", f"[{TURN[section.turn]}] {heading(section)}")
    for wording in section.wordings:
        for mark, side in (("-", wording.old), ("+", wording.new)):
            if side is not None:
                say(f"  {mark} {shortened(side.text, 200)}  ({side.place.label})")
        say(*(f"      {shown_number(number)}" for number in wording.numbers))
