// Forms: what a refactoring must be told is asked for, one after the other.

import { QuickPickItem, window } from "vscode";

/** A value that a refactoring takes, as the server describes it. */
export interface Field {
  id: string;
  description: string;
  required: boolean;
  type: { kind: "string" } | { kind: "number" } | { kind: "enum"; entries: { value: string }[] };
}

/** The values that a user gave by name; nothing where the form was closed. */
export async function ask(fields: Field[]): Promise<Record<string, string> | undefined> {
  const values: Record<string, string> = {};
  for (const field of fields.filter((f) => f.required)) {
    const value = await one(field);
    if (value === undefined) {
      return undefined;
    }
    values[field.id] = value;
  }
  return fields.some((f) => f.required) ? values : chosen(fields);
}

/// Where nothing must be told, but something: the user chooses what.
async function chosen(fields: Field[]): Promise<Record<string, string> | undefined> {
  type Item = QuickPickItem & { field: Field };
  const items: Item[] = fields.map((field) => ({ label: field.id, description: field.description, field }));
  const picked = await window.showQuickPick(items, { canPickMany: true, title: "What is to change" });
  const values: Record<string, string> = {};
  for (const { field } of picked ?? []) {
    const value = await one(field);
    if (value === undefined) {
      return undefined;
    }
    values[field.id] = value;
  }
  return picked?.length ? values : undefined;
}

async function one(field: Field): Promise<string | undefined> {
  const title = `${field.id}: ${field.description}`;
  if (field.type.kind === "enum") {
    return window.showQuickPick(field.type.entries.map((e) => e.value), { title });
  }
  const isNumber = field.type.kind === "number";
  const validateInput = (value: string): string | undefined => {
    if (value.trim() === "") {
      return "a value is needed";
    }
    return isNumber && !/^[1-9][0-9]*$/.test(value) ? "a number from 1" : undefined;
  };
  return window.showInputBox({ title, prompt: field.description, validateInput });
}
