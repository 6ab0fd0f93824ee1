"""``dianmian mcp``."""

from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import print_json


def mcp(as_json: JsonFlag = False) -> None:
    """智能体接口 Serve the tools of the Model Context Protocol on standard input and output, until input ends.

    The same tools are at /mcp of `dianmian serve`. With --json they are printed as one JSON object, and nothing is
    served.
    """
    import asyncio

    from service.mcp.server import create_server

    with opened() as application:
        server = create_server(application)
        if as_json:
            tools = asyncio.run(server.list_tools())
            print_json({"tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]})
            return
        server.run("stdio")
