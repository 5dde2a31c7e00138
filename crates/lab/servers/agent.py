"""Drives `reweave mcp` with the Python client of the Model Context Protocol on a copy of a library: detect, plan, apply, undo.

Prints one line a call: what was asked, and of the answer what is not the library's own text. usage: agent.py REWEAVE LIBRARY
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

# What of an answer is the same everywhere; texts of the library are only counted.
KEPT = [
    "status", "verdict", "found", "missing", "missingTotal", "total", "filesTotal", "files", "warningsTotal", "language",
    "diffIsWhole", "change", "undoes", "title", "toRead", "lines", "isWhole",
]

TARGET = "org.apache.commons.cli.Option.getOpt()"


def brief(answer):
    out = {name: answer[name] for name in KEPT if name in answer and answer[name] is not None}
    for name in ("symbols", "refactorings", "unexplained", "rows"):
        if name in answer:
            items = answer[name]
            out[name] = sorted({i.get("symbol") or i.get("type") or i.get("kind") for i in items})[:8]
            out["more"] = answer.get("next") is not None
    if answer.get("status") in ("error", "refused"):
        out["message"] = answer.get("message")
    if "conflicts" in answer:
        out["conflicts"] = sorted({c["kind"] for c in answer["conflicts"]})
    return out


async def drive(reweave, root):
    state = os.path.join(os.path.dirname(root), "state")
    server = StdioServerParameters(
        command=reweave, args=["mcp", "--write", "--root", root], env={**os.environ, "XDG_STATE_HOME": state}
    )
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        about = await session.initialize()
        print(json.dumps({"server": about.server_info.name, "tools": sorted(t.name for t in (await session.list_tools()).tools)}))
        progress = []

        async def told(done, total, message):
            progress.append(message)

        async def call(name, **arguments):
            progress.clear()
            result = await session.call_tool(name, arguments, progress_callback=told)
            answer = result.structured_content
            assert json.loads(result.content[0].text) == answer
            assert len(result.content[0].text) <= 24_000
            line = {"call": name, "arguments": arguments, "isError": bool(result.is_error), "answer": brief(answer)}
            if progress:
                line["progress"] = True
            text = json.dumps(line, ensure_ascii=False).replace(root, "ROOT")
            if "plan" in arguments:
                text = text.replace(arguments["plan"], "PLAN")
            print(text)
            return answer

        await call("detect", source={"kind": "worktree"})
        await call("symbols", query="Option.getOpt")
        await call("symbols", query="get")
        await call("plan", refactoring="rename", symbol=TARGET, params={"to": "getLongOpt"})
        plan = await call("plan", refactoring="rename", symbol=TARGET, params={"to": "shortName"})
        # Somebody else writes a file that the verdict rests on.
        other = os.path.join(root, "org/apache/commons/cli/Util.java")
        with open(other, "a") as file:
            file.write("// a remark\n")
        await call("apply", plan=plan["plan"])
        subprocess.run(["git", "checkout", "--quiet", "--", "."], cwd=root, check=True)
        plan = await call("plan", refactoring="rename", symbol=TARGET, params={"to": "shortName"})
        await call("apply", plan=plan["plan"])
        worktree = {"kind": "worktree"}
        await call("detect", source=worktree, only=["Rename Method"])
        renamed = {"type": "Rename Method", "names": ["getOpt", "shortName"]}
        await call("verify", source=worktree, intent=[renamed])
        await call("verify", source=worktree, intent=[renamed, {"type": "Extract Method"}])
        await call("review", source=worktree)
        await call("undo")
        await call("detect", source=worktree)
        await call("apply", plan="0000000000000000")
        left = subprocess.run(["git", "status", "--porcelain"], cwd=root, check=True, capture_output=True, text=True)
        print(json.dumps({"left": left.stdout.splitlines()}))


def main():
    reweave, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(os.path.realpath(folder), "root")
        shutil.copytree(library, root, ignore=shutil.ignore_patterns("META-INF", ".complete"))
        git = ["git", "-c", "user.name=lab", "-c", "user.email=lab@localhost"]
        subprocess.run([*git, "init", "--quiet"], cwd=root, check=True)
        with open(os.path.join(root, ".git/info/exclude"), "a") as file:
            file.write(".reweave/\n")
        subprocess.run([*git, "add", "."], cwd=root, check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", "a release"], cwd=root, check=True)
        asyncio.run(drive(reweave, root))


main()
