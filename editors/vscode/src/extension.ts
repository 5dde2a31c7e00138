// The extension: starts `reweave lsp`, asks its user for what a refactoring must be told, and lets the editor rename what a
// refactoring has named only for the time being.

import { existsSync } from "node:fs";
import * as path from "node:path";
import { commands, ExtensionContext, Position, Selection, Uri, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { ask, Field } from "./form";

const LANGUAGES = ["java", "php", "fortran", "FortranFreeForm", "FortranFixedForm", "fortran-modern", "bc"];

const APPLY = "reweave.apply";
const RENAME_AT = "reweave.renameAt";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand(RENAME_AT, renameAt),
    commands.registerCommand("reweave.undoLast", () => commands.executeCommand("reweave.undo")),
    commands.registerCommand("reweave.restart", async () => {
      await deactivate();
      await start(context);
    }),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** The program that is set, that ships with the extension, or that is on the path. */
function program(context: ExtensionContext): string {
  const set = workspace.getConfiguration("reweave").get<string>("path");
  if (set) {
    return set;
  }
  const name = process.platform === "win32" ? "reweave.exe" : "reweave";
  const shipped = path.join(context.extensionPath, "bin", name);
  return existsSync(shipped) ? shipped : name;
}

async function start(context: ExtensionContext): Promise<void> {
  const settings = workspace.getConfiguration("reweave");
  const server: ServerOptions = { command: program(context), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    initializationOptions: {
      rename: settings.get<boolean>("rename", true),
      suggestions: settings.get<boolean>("suggestions", false),
      since: settings.get<string>("since", ""),
      forms: true,
      renameCommand: RENAME_AT,
    },
    synchronize: { configurationSection: "reweave" },
    middleware: {
      executeCommand: async (command, args, next) => {
        const [argument] = args as [{ ask: unknown; fields?: Field[] }?];
        if (command !== APPLY || !argument?.fields) {
          return next(command, args);
        }
        const values = await ask(argument.fields);
        // Whoever closes a form has changed their mind.
        return values && next(command, [{ ask: argument.ask, values }]);
      },
    },
  };
  client = new LanguageClient("reweave", "Reweave", server, options);
  await client.start();
}

/** Begins the editor's own rename at a place: of a name that stood only for the one that the user has in mind. */
async function renameAt(uri: string, at: { line: number; character: number }): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  const editor = await window.showTextDocument(document);
  const position = new Position(at.line, at.character);
  editor.selection = new Selection(position, position);
  await commands.executeCommand("editor.action.rename");
}
