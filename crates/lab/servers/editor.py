"""Drives `reweave lsp` with the client of pytest-lsp: open, an unsaved edit, code action, resolve, apply, undo.

Prints one line a step: what was asked and what was answered. usage: editor.py REWEAVE
"""

import asyncio
import json
import os
import sys
import tempfile
from typing import Union

from lsprotocol import converters, types
from pytest_lsp import client_capabilities, make_test_lsp_client

FILES = {
    "lib.bc": "define sq(n) {\n  return (n * n)\n}\n",
    "main.bc": "x = sq(3)\ny = x * (x + 1)\n",
    "shop/Item.java": "package shop;\n\npublic class Item {\n    int price() { return 2; }\n}\n",
    "shop/Cart.java": "package shop;\n\nclass Cart {\n    Item item;\n    static int tax(int x) { return x / 5; }\n}\n",
}

CONVERTER = converters.get_converter()


class Editor:
    """Documents in memory, and the edits of the protocol carried out on them."""

    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.versions = {}

    def uri(self, path):
        return f"file://{self.root}/{path}"

    def path(self, uri):
        return uri.removeprefix(f"file://{self.root}/")

    def text(self, path):
        if path not in self.texts:
            with open(os.path.join(self.root, path)) as file:
                return file.read()
        return self.texts[path]

    def apply(self, edit):
        changed = []
        for step in edit.document_changes:
            if isinstance(step, types.TextDocumentEdit):
                path = self.path(step.text_document.uri)
                lines = self.text(path).split("\n")
                for one in sorted(step.edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
                    start, end = one.range.start, one.range.end
                    before, after = lines[start.line][: start.character], lines[end.line][end.character :]
                    lines[start.line : end.line + 1] = (before + one.new_text + after).split("\n")
                self.texts[path] = "\n".join(lines)
                changed.append(path)
            elif isinstance(step, types.RenameFile):
                old, new = self.path(step.old_uri), self.path(step.new_uri)
                self.texts[new] = self.text(old)
                self.texts.pop(old, None)
                changed.append(f"{old} -> {new}")
            else:
                changed.append(step.kind)
        return changed


def plain(value):
    return CONVERTER.unstructure(value)


async def drive(reweave, root):
    editor = Editor(root)
    client = make_test_lsp_client()
    converter = client.protocol._converter

    def action(value, _):
        # The library takes every action that has a command for a bare command.
        kind = types.Command if isinstance(value.get("command"), str) else types.CodeAction
        return converter.structure(value, kind)

    converter.register_structure_hook(Union[types.Command, types.CodeAction], action)

    def note(step, value):
        text = json.dumps({"step": step, "value": value}, ensure_ascii=False)
        print(text.replace(root, "ROOT"))

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply_edit(params: types.ApplyWorkspaceEditParams):
        note("applyEdit", [params.label, editor.apply(params.edit)])
        return types.ApplyWorkspaceEditResult(applied=True)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        note("registered", [r.method for r in params.registrations])

    async def sync(path):
        editor.versions[path] = editor.versions.get(path, 0) + 1
        document = types.VersionedTextDocumentIdentifier(uri=editor.uri(path), version=editor.versions[path])
        change = types.TextDocumentContentChangeWholeDocument(text=editor.texts[path])
        client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=[change]))

    async def open_document(path, language):
        editor.texts[path] = editor.text(path)
        editor.versions[path] = 1
        item = types.TextDocumentItem(uri=editor.uri(path), language_id=language, version=1, text=editor.texts[path])
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def place(path, piece, nth=0):
        at = -1
        for _ in range(nth + 1):
            at = editor.text(path).index(piece, at + 1)
        before = editor.text(path)[:at].split("\n")
        start = types.Position(len(before) - 1, len(before[-1]))
        return types.Range(start, types.Position(start.line, start.character + len(piece)))

    async def actions(path, at):
        context = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked)
        document = types.TextDocumentIdentifier(uri=editor.uri(path))
        params = types.CodeActionParams(text_document=document, range=at, context=context)
        return await client.text_document_code_action_async(params)

    await client.start_io(reweave, "lsp", env={**os.environ, "XDG_STATE_HOME": os.path.join(os.path.dirname(root), "state")})
    capabilities = client_capabilities("visual_studio_code")
    folder = types.WorkspaceFolder(uri=editor.uri("").rstrip("/"), name="root")
    params = types.InitializeParams(capabilities=capabilities, workspace_folders=[folder], root_uri=folder.uri)
    params.initialization_options = {"forms": True}
    answer = await client.initialize_session(params)
    provider = answer.capabilities.code_action_provider
    note("initialize", [answer.server_info.name, str(answer.capabilities.position_encoding), bool(provider.resolve_provider)])

    await open_document("lib.bc", "bc")
    await open_document("main.bc", "bc")
    editor.texts["main.bc"] += "z = sq(4)\n"
    await sync("main.bc")

    offered = await actions("main.bc", place("main.bc", "(x + 1)"))
    note("codeAction", [[a.title, str(a.kind), a.disabled and a.disabled.reason] for a in offered])
    [extract] = [a for a in offered if a.kind == "refactor.extract.function" and a.command]
    note("form", [f["id"] for f in plain(extract.command.arguments[0])["fields"]])
    argument = plain(extract.command.arguments[0])
    execute = types.ExecuteCommandParams(command=extract.command.command, arguments=[{**argument, "values": {"name": "grown"}}])
    note("executeCommand", plain(await client.workspace_execute_command_async(execute)))
    for path in ("main.bc", "lib.bc"):
        await sync(path)
    note("text", editor.texts["main.bc"])
    undo = types.ExecuteCommandParams(command="reweave.undo", arguments=[])
    note("undo", plain(await client.workspace_execute_command_async(undo)))
    await sync("main.bc")
    note("text", editor.texts["main.bc"])

    def renaming(path, position, to):
        document = types.TextDocumentIdentifier(uri=editor.uri(path))
        return types.RenameParams(text_document=document, position=position, new_name=to)

    rename = renaming("lib.bc", types.Position(0, 8), "square")
    note("rename", editor.apply(await client.text_document_rename_async(rename)))
    for path in ("main.bc", "lib.bc"):
        await sync(path)
    note("text", [editor.texts["lib.bc"], editor.texts["main.bc"]])
    rename = renaming("main.bc", place("main.bc", "x").start, "y")
    try:
        await client.text_document_rename_async(rename)
    except Exception as error:  # the protocol's error
        note("refused", str(error))

    await open_document("shop/Item.java", "java")
    rename = renaming("shop/Item.java", place("shop/Item.java", "Item").start, "Article")
    edit = await client.text_document_rename_async(rename)
    note("order", [[getattr(c, "kind", "edit") or "edit"] for c in edit.document_changes])
    note("class", editor.apply(edit))

    delete = await actions("shop/Cart.java", place("shop/Cart.java", "item"))
    # Others are added to the language.
    shown = [a for a in delete if a.title in ("Rename, checked…", "Pull up", "Push down", "Safe delete")]
    note("actions on a field", [[a.title, str(a.kind), a.disabled and a.disabled.reason, bool(a.command)] for a in shown])
    plain_actions = [a for a in offered if not a.disabled and not a.command]
    if plain_actions:
        resolved = await client.code_action_resolve_async(plain_actions[0])
        note("resolve", [resolved.title, resolved.edit is not None, resolved.disabled and resolved.disabled.reason])
    note("log", [m.message for m in client.log_messages])
    await client.shutdown_session()


def main():
    [reweave] = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(os.path.realpath(folder), "root")
        for path, text in FILES.items():
            at = os.path.join(root, path)
            os.makedirs(os.path.dirname(at), exist_ok=True)
            with open(at, "w") as file:
                file.write(text)
        asyncio.run(asyncio.wait_for(drive(reweave, root), 120))


main()
