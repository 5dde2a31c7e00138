// Drives the bundle of the extension against the server of REWEAVE_BINARY, as an editor would, and compares what came of it with
// `test/transcript.json`; REWEAVE_UPDATE=1 writes that anew.

"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");

const stub = path.join(__dirname, "vscode.cjs");
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === "vscode" ? stub : resolve(name, ...rest));
const vscode = require(stub);
const { host, Position, Range, CodeActionKind, CancellationTokenSource } = vscode;

const token = () => new CancellationTokenSource().token;
const transcript = [];
const note = (what, value) => transcript.push({ what, value });

const FILES = {
  "lib.bc": "define sq(n) {\n  return (n * n)\n}\n",
  "main.bc": "x = sq(3)\ny = x * (x + 1)\n",
  "shop/Item.java": "package shop;\n\npublic class Item {\n    int price() { return 2; }\n}\n",
  "shop/Cart.java": "package shop;\n\nclass Cart {\n    Item item;\n    int sum() { return item.price() + 1; }\n    static int tax(int x) { return x / 5; }\n}\n",
};

function range(document, text, nth = 0) {
  let at = -1;
  for (let i = 0; i <= nth; i += 1) {
    at = document.text.indexOf(text, at + 1);
  }
  assert.ok(at >= 0, `no ${text} in ${document.fileName}`);
  return new Range(document.positionAt(at), document.positionAt(at + text.length));
}

async function actions(document, at) {
  const context = { diagnostics: [], only: undefined, triggerKind: vscode.CodeActionTriggerKind.Invoke };
  const all = await Promise.all(
    host.providers.codeActions.map((p) => p.provideCodeActions(document, at, context, token())),
  );
  return all.flat().filter(Boolean);
}

async function perform(action) {
  const resolved = action.edit || action.command ? action : await host.providers.codeActions[0].resolveCodeAction(action, token());
  if (resolved.edit) {
    await vscode.workspace.applyEdit(resolved.edit);
  }
  if (resolved.command) {
    await vscode.commands.executeCommand(resolved.command.command, ...resolved.command.arguments);
  }
  return resolved;
}

const shown = (action) => ({
  title: action.title,
  kind: action.kind.value,
  ...(action.disabled && { disabled: action.disabled.reason }),
  ...(action.command && { command: action.command.command }),
});

async function main() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "reweave-code-")));
  const root = path.join(folder, "root");
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  host.root = root;
  host.settings = { "reweave.path": process.env.REWEAVE_BINARY };
  process.env.XDG_STATE_HOME = path.join(folder, "state");
  const extension = require("../dist/extension.js");
  const context = { subscriptions: [], extensionPath: path.join(root, "nowhere") };
  await extension.activate(context);

  // A rename sees what is not saved.
  const lib = await host.open(path.join(root, "lib.bc"));
  const main = await host.open(path.join(root, "main.bc"));
  await host.type(main, new Range(new Position(2, 0), new Position(2, 0)), "z = sq(4)\n");
  const rename = host.providers.rename[0];
  const prepared = await rename.prepareRename(lib, new Position(0, 8), token());
  note("prepared", prepared.placeholder);
  await vscode.workspace.applyEdit(await rename.provideRenameEdits(lib, new Position(0, 8), "square", token()));
  note("renamed", [lib.text, main.text]);

  // A refused rename says why.
  const refused = await rename.provideRenameEdits(main, range(main, "x").start, "y", token()).catch((e) => e.message ?? String(e));
  note("refused", refused);

  // An extraction names its variable for the time being, and the editor renames it.
  const offered = await actions(main, range(main, "(x + 1)"));
  note("offered", offered.map(shown));
  const extract = offered.find((a) => a.kind.value === "refactor.extract.variable" && !a.disabled);
  await perform(extract);
  note("extracted", main.text);
  const { line, character } = host.editor.selection.active;
  note("then", [host.ran.at(-1), main.text.split("\n")[line].slice(character, character + 9)]);

  // What must be told is asked for; the edits stand in the history and are taken back.
  const cart = await host.open(path.join(root, "shop/Cart.java"));
  const move = (await actions(cart, range(cart, "tax"))).find((a) => a.title.startsWith("Move members"));
  note("asks", shown(move));
  host.answers = ["shop.Item"];
  await perform(move);
  const item = await host.open(path.join(root, "shop/Item.java"));
  note("moved", [host.asked, item.text, cart.text]);
  await vscode.commands.executeCommand("reweave.undoLast");
  note("taken back", [item.text === FILES["shop/Item.java"], cart.text === FILES["shop/Cart.java"]]);

  // Whoever closes a form has changed their mind.
  host.answers = [undefined];
  await perform(move);
  note("closed", item.text === FILES["shop/Item.java"]);

  // A class takes its file along: the text first, then the file.
  const types = await rename.provideRenameEdits(item, range(item, "Item").start, "Article", token());
  note("order", types.steps.map((s) => [s.kind, path.basename(s.uri.fsPath), s.to && path.basename(s.to.fsPath)]));
  await vscode.workspace.applyEdit(types);
  note("files", fs.readdirSync(path.join(root, "shop")).sort());
  note("uses", cart.text.includes("Article item"));

  // In spite of conflicts: the edits ask for confirmation.
  const all = await actions(main, range(main, "x", 0));
  note("at x", all.map(shown));

  note("messages", host.messages);
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true, force: true });

  const golden = path.join(__dirname, "transcript.json");
  const text = JSON.stringify(transcript, null, 2).replaceAll(root, "ROOT") + "\n";
  if (process.env.REWEAVE_UPDATE) {
    fs.writeFileSync(golden, text);
  }
  assert.equal(text, fs.readFileSync(golden, "utf8"));
  console.log(`vscode steps=${transcript.length} messages=${host.messages.length}`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
