"""``dianmian kb``: list, create and delete knowledge bases."""

from typing import Annotated

import typer

from core.errors import InvalidInput
from core.knowledge_base import Mode
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import print_json, say
from service.cli.status import knowledge_base_table

commands = typer.Typer(help="知识库 Knowledge bases.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="知识库名 Name of the knowledge base.", show_default=False)]


@commands.command("list")
def list_all(as_json: JsonFlag = False) -> None:
    """列出知识库 List the knowledge bases with their counts."""
    from service.views.knowledge_base import knowledge_base_list

    with opened() as application, application.database.session() as session:
        found = knowledge_base_list(session)
    print_json(found) if as_json else knowledge_base_table(found.kbs)


@commands.command("create")
def create(
    name: Name,
    controlled: Annotated[
        bool, typer.Option("--controlled", help="只用词表中的属性 Use only attributes of the vocabulary.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """新建知识库 Create a knowledge base."""
    from service import knowledge_bases
    from service.views.knowledge_base import knowledge_base_view

    mode: Mode = "controlled" if controlled else "open"
    with opened() as application, application.database.session() as session:
        created = knowledge_base_view(session, knowledge_bases.create(session, name, mode))
    print_json(created) if as_json else say(f"已新建 created: {created.name}")


@commands.command("set")
def change(
    name: Name,
    parser: Annotated[
        str | None,
        typer.Option(help="解析方式：local 或 remote Who reads this knowledge base's files.", show_default=False),
    ] = None,
    model: Annotated[
        bool | None,
        typer.Option("--model/--no-model", help="是否用语言模型提取事实 Whether a language model reads facts here."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """更改设置 Change settings of a knowledge base."""
    from service.knowledge_bases import change_settings
    from service.loading.model_reading import KB_SETTING as MODEL
    from service.loading.route import KB_SETTING, checked_route
    from store import knowledge_bases

    if parser is None and model is None:
        raise InvalidInput("nothing to change", place=name, advice="give --parser, --model or --no-model")
    chosen: dict[str, object] = {} if parser is None else {KB_SETTING: checked_route(parser)}
    if model is not None:
        chosen[MODEL] = model
    with opened() as application, application.database.session() as session:
        base = knowledge_bases.get(session, name)
        changed = dict(change_settings(session, base, chosen).settings)
    print_json({"name": name, "settings": changed}) if as_json else say(
        f"已更改 changed: {name} " + " ".join(f"{key}={value}" for key, value in chosen.items())
    )


@commands.command("delete")
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="不再确认 Do not ask.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """删除知识库 Delete a knowledge base with everything in it."""
    from service.knowledge_bases import delete as delete_with_all
    from store import knowledge_bases

    with opened() as application:
        with application.database.session() as session:
            base = knowledge_bases.get(session, name)
        if not yes:
            _confirm(name, as_json)
        with application.database.session() as session:
            delete_with_all(session, base)
    print_json({"deleted": name}) if as_json else say(f"已删除 deleted: {name}")


def _confirm(name: str, as_json: bool) -> None:
    import sys

    if as_json or not sys.stdin.isatty():
        raise InvalidInput("deleting a knowledge base needs a confirmation", place=name, advice="add --yes")
    typer.confirm(f"删除 {name} 及其全部内容？ Delete {name} with everything in it?", abort=True, err=True)
