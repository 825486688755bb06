"""The Model Context Protocol, by which language models call the tools of `tools.py`.

On standard input and output, a line is a message. These few messages are answered here: to import
the protocol's official SDK takes two seconds of the processor, the first answer here a tenth of
one. Over HTTP the SDK speaks the protocol: `pip install "noughts[mcp]"`.

>>> print(answered('{"jsonrpc": "2.0", "id": 1, "method": "ping"}'))
{"jsonrpc": "2.0", "id": 1, "result": {}}
"""

import json
from typing import Any, BinaryIO

from noughts import __version__
from noughts.errors import BridgeError, NoughtsError, requiring
from noughts.lab.tools import PNG, schemas, tool_answer

# The versions of the protocol that are spoken on standard input; the last is offered.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# The longest message, in bytes.
LONGEST = 1_000_000
INSTRUCTIONS = (
    "Exact values in two-player games: tic-tac-toe, Connect Four and many others. Give positions "
    "as boards or as moves; a value is for the player to move: win in 3, draw, loss in 4."
)
PARSE_ERROR, NOT_A_REQUEST, NO_METHOD = -32700, -32600, -32601


def serve_lines(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer each line of a stream until its end."""
    while line := lines.readline(LONGEST + 1):
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while (rest := lines.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            told = f"A message has at most {LONGEST:,} bytes."
            said: str | None = _error(None, PARSE_ERROR, told)
        else:
            said = answered(line.decode("utf-8", "replace")) if line.strip() else None
        if said is not None:
            out.write(f"{said}\n".encode())
            out.flush()


def answered(line: str) -> str | None:
    """The answer to a message in JSON; None for one that wants none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "This is not JSON.")
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        if isinstance(message, dict) and ("result" in message or "error" in message):
            return None  # an answer to no request
        return _error(None, NOT_A_REQUEST, "This is not a request of JSON-RPC 2.0.")
    number = message.get("id")
    if "id" not in message:
        return None
    method, given = message["method"], message.get("params")
    given = given if isinstance(given, dict) else {}
    if method == "tools/call":
        return _result(number, called(given.get("name"), given.get("arguments")))
    if method == "initialize":
        return _result(number, _introduction(given.get("protocolVersion")))
    if method == "tools/list":
        return _result(number, {"tools": schemas()})
    if method == "ping":
        return _result(number, {})
    return _error(number, NO_METHOD, f"There is no method {method[:60]!r} here.")


def called(name: Any, given: Any) -> dict[str, Any]:
    """The result of a tool, as the protocol has it."""
    wrong = False
    try:
        text = tool_answer(str(name), given)
    except NoughtsError as error:
        text, wrong = str(error), True
    except Exception as error:  # noqa: BLE001  # the client must get an answer
        text, wrong = f"noughts failed: {type(error).__name__}: {error}", True
    content = {"type": "text", "text": text}
    if text.startswith(PNG):
        content = {"type": "image", "data": text.removeprefix(PNG), "mimeType": "image/png"}
    return {"content": [content], "isError": wrong}


def _introduction(version: Any) -> dict[str, Any]:
    return {
        "protocolVersion": version if version in VERSIONS else VERSIONS[-1],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "noughts", "version": __version__},
        "instructions": INSTRUCTIONS,
    }


def _result(number: Any, result: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}, ensure_ascii=False)


def _error(number: Any, code: int, message: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})


def serve_http(host: str, port: int) -> None:
    """Serve the tools over HTTP, at the path `/mcp`, by the protocol's official SDK.

    Raises:
        BridgeError: the SDK is not installed.
    """
    with requiring("mcp", "The SDK of MCP is not installed", BridgeError):
        import anyio.to_thread
        from mcp.server import MCPServer
        from mcp.types import CallToolResult, Tool

    class Server(MCPServer):
        async def list_tools(self) -> list[Tool]:
            return [Tool.model_validate(each) for each in schemas()]

        async def call_tool(self, name: str, arguments: Any, context: Any = None) -> CallToolResult:
            told = await anyio.to_thread.run_sync(called, name, arguments)
            return CallToolResult.model_validate(told)

    server = Server("noughts", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    server.run("streamable-http", host=host, port=port, json_response=True, stateless_http=True)
