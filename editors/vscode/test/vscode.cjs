// The surface of the editor that the extension uses, without an editor: documents in memory, providers as they were registered, and
// nothing that decides anything. Classes that are only named when the client library loads are empty.

"use strict";
const fs = require("node:fs");
const { pathToFileURL, fileURLToPath } = require("node:url");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = a instanceof Position ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
  get isEmpty() {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}
class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    const at = text.indexOf(":");
    this.scheme = text.slice(0, at);
    this.path = this.scheme === "file" ? fileURLToPath(text) : text.slice(at + 1);
    this.fsPath = this.path;
    this.authority = this.query = this.fragment = "";
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}
class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      return { dispose: () => this.listeners.delete(bound) };
    };
  }
  fire(value) {
    return Promise.all([...this.listeners].map((listener) => listener(value)));
  }
  dispose() {
    this.listeners.clear();
  }
}
class Disposable {
  constructor(dispose) {
    this.dispose = dispose ?? (() => {});
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}
class CancellationTokenSource {
  constructor() {
    const emitter = new Emitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: emitter.event };
    this.cancel = () => {
      this.token.isCancellationRequested = true;
      emitter.fire();
    };
    this.dispose = () => {};
  }
}
class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}
class SnippetTextEdit {}
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
  contains(other) {
    return this.value === "" || other.value === this.value || other.value.startsWith(`${this.value}.`);
  }
}
CodeActionKind.Empty = new CodeActionKind("");
for (const [name, value] of Object.entries({
  QuickFix: "quickfix",
  Refactor: "refactor",
  RefactorExtract: "refactor.extract",
  RefactorInline: "refactor.inline",
  RefactorMove: "refactor.move",
  RefactorRewrite: "refactor.rewrite",
  Source: "source",
  SourceOrganizeImports: "source.organizeImports",
  SourceFixAll: "source.fixAll",
  Notebook: "notebook",
})) {
  CodeActionKind[name] = new CodeActionKind(value);
}
class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}
class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class WorkspaceEdit {
  constructor() {
    this.steps = [];
  }
  set(uri, edits) {
    const plain = edits.map((e) => (Array.isArray(e) ? e : [e]));
    this.steps.push({ kind: "text", uri, edits: plain.map(([e]) => e), notes: plain.map(([, note]) => note) });
  }
  replace(uri, range, newText, note) {
    this.steps.push({ kind: "text", uri, edits: [new TextEdit(range, newText)], notes: [note] });
  }
  createFile(uri, options, note) {
    this.steps.push({ kind: "create", uri, notes: [note] });
  }
  deleteFile(uri, options, note) {
    this.steps.push({ kind: "delete", uri, notes: [note] });
  }
  renameFile(uri, to, options, note) {
    this.steps.push({ kind: "rename", uri, to, notes: [note] });
  }
}

class Document {
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, version: 1, isClosed: false, isDirty: false, isUntitled: false });
    this.fileName = uri.fsPath;
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  offsetAt({ line, character }) {
    const starts = [0];
    for (const found of this.text.matchAll(/\n/g)) {
      starts.push(found.index + 1);
    }
    return starts[line] + character;
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
}

const LANGUAGES = { bc: "bc", java: "java", php: "php", f90: "FortranFreeForm" };
const events = new Map();
const emitter = (name) => {
  if (!events.has(name)) {
    events.set(name, new Emitter());
  }
  return events.get(name);
};

/** What the test looks at and plays. */
const host = {
  documents: [],
  commands: new Map(),
  providers: {},
  settings: {},
  diagnostics: new Map(),
  messages: [],
  ran: [],
  answers: [],
  events: emitter,

  async open(path) {
    const uri = Uri.file(path);
    const open = host.documents.find((d) => d.uri.toString() === uri.toString());
    if (open) {
      return open;
    }
    const document = new Document(uri, LANGUAGES[path.split(".").pop()] ?? "plaintext", fs.readFileSync(path, "utf8"));
    host.documents.push(document);
    await emitter("onDidOpenTextDocument").fire(document);
    return document;
  },

  /** Types: the text of a range becomes another. */
  async type(document, range, text) {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version += 1;
    document.isDirty = true;
    const change = { range, rangeOffset: start, rangeLength: end - start, text };
    await emitter("onDidChangeTextDocument").fire({ document, contentChanges: [change], reason: undefined });
  },

  async save(document) {
    fs.writeFileSync(document.fileName, document.text);
    document.isDirty = false;
    await emitter("onDidSaveTextDocument").fire(document);
  },

  /** Carries out an edit, step after step; what needs confirmation is confirmed. */
  async apply(edit) {
    for (const step of edit.steps) {
      if (step.kind === "text") {
        const document = await host.open(step.uri.fsPath);
        const at = (e) => document.offsetAt(e.range.start);
        for (const one of [...step.edits].sort((a, b) => at(b) - at(a))) {
          await host.type(document, one.range, one.newText);
        }
      } else if (step.kind === "create") {
        fs.writeFileSync(step.uri.fsPath, "");
      } else if (step.kind === "delete") {
        fs.rmSync(step.uri.fsPath);
      } else {
        const document = host.documents.find((d) => d.uri.toString() === step.uri.toString());
        if (document) {
          await host.save(document);
          host.documents.splice(host.documents.indexOf(document), 1);
          await emitter("onDidCloseTextDocument").fire(document);
        }
        fs.renameSync(step.uri.fsPath, step.to.fsPath);
        await host.open(step.to.fsPath);
      }
    }
    return true;
  },
};

const register = (name) => (selector, provider) => {
  (host.providers[name] ??= []).push(provider);
  return new Disposable();
};
const configuration = (section) => ({
  get: (name, other) => host.settings[section ? `${section}.${name}` : name] ?? other,
  has: () => false,
  inspect: () => undefined,
  update: async () => {},
  ...Object.fromEntries(
    Object.entries(host.settings)
      .filter(([name]) => name.startsWith(`${section}.`))
      .map(([name, value]) => [name.slice(section.length + 1), value]),
  ),
});
const channel = () => {
  const log = () => {};
  const quiet = { append: log, appendLine: log, clear: log, show: log, hide: log, dispose: log, replace: log };
  return { ...quiet, trace: log, debug: log, info: log, warn: log, error: log, onDidChangeLogLevel: new Emitter().event };
};
const message = (sort) => async (text) => {
  host.messages.push(`${sort}: ${text}`);
};
const given = async (options) => {
  host.asked = options?.title;
  return host.answers.shift();
};

const known = {
  host,
  Position,
  Range,
  Selection,
  Uri,
  EventEmitter: Emitter,
  Disposable,
  CancellationTokenSource,
  TextEdit,
  SnippetTextEdit,
  CodeActionKind,
  CodeAction,
  CodeLens,
  Diagnostic,
  WorkspaceEdit,
  version: "1.91.0",
  env: { appName: "test", language: "en", isTelemetryEnabled: false, onDidChangeTelemetryEnabled: new Emitter().event },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
  TextDocumentChangeReason: { Undo: 1, Redo: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  commands: {
    registerCommand: (name, run) => {
      host.commands.set(name, run);
      return new Disposable(() => host.commands.delete(name));
    },
    executeCommand: async (name, ...args) => {
      host.ran.push(name);
      return host.commands.get(name)?.(...args);
    },
  },
  languages: {
    match: (selector, document) => {
      const all = Array.isArray(selector) ? selector : [selector];
      return all.some((s) => (s.language ?? s) === document.languageId) ? 10 : 0;
    },
    createDiagnosticCollection: () => ({
      set: (uri, all) => host.diagnostics.set(uri.toString(), all),
      delete: (uri) => host.diagnostics.delete(uri.toString()),
      clear: () => host.diagnostics.clear(),
      dispose: () => {},
      has: (uri) => host.diagnostics.has(uri.toString()),
      get: (uri) => host.diagnostics.get(uri.toString()),
    }),
    registerCodeActionsProvider: register("codeActions"),
    registerCodeLensProvider: register("codeLens"),
    registerRenameProvider: register("rename"),
  },
  window: {
    get visibleTextEditors() {
      return [];
    },
    activeTextEditor: undefined,
    tabGroups: { all: [], onDidChangeTabs: new Emitter().event },
    createOutputChannel: channel,
    showTextDocument: async (document) => (host.editor = { document }),
    showInputBox: given,
    showQuickPick: (items, options) => given(options),
    showErrorMessage: message("error"),
    showWarningMessage: message("warning"),
    showInformationMessage: message("information"),
    withProgress: async (options, task) => task({ report: () => {} }, new CancellationTokenSource().token),
    onDidChangeActiveTextEditor: new Emitter().event,
    onDidChangeVisibleTextEditors: new Emitter().event,
  },
  workspace: {
    get textDocuments() {
      return host.documents;
    },
    get workspaceFolders() {
      return [{ uri: Uri.file(host.root), name: "root", index: 0 }];
    },
    getWorkspaceFolder: () => ({ uri: Uri.file(host.root), name: "root", index: 0 }),
    getConfiguration: configuration,
    openTextDocument: (uri) => host.open(uri.fsPath),
    applyEdit: (edit) => host.apply(edit),
    createFileSystemWatcher: () => ({
      onDidCreate: new Emitter().event,
      onDidChange: new Emitter().event,
      onDidDelete: new Emitter().event,
      dispose: () => {},
    }),
    notebookDocuments: [],
    fs: {},
  },
};

/** An object that gives an empty class, enumeration or event for every name that it does not have. */
function open(names, target) {
  return new Proxy(target, {
    get(of, name) {
      if (name in of || typeof name !== "string" || name === "then") {
        return of[name];
      }
      if (/^on(Did|Will)/.test(name)) {
        return emitter(name).event;
      }
      if (names === "functions") {
        return () => new Disposable();
      }
      // Members of enumerations are asked for, classes are extended and made.
      of[name] = new Proxy(class {}, { get: (own, member) => (member in own ? own[member] : `${name}.${String(member)}`) });
      return of[name];
    },
  });
}
for (const name of ["commands", "languages", "window", "workspace"]) {
  known[name] = open("functions", known[name]);
}
module.exports = open("classes", known);
