/** Where a secret stands in files: as it is, or as base64, hexadecimal or percent-encoding would show it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { PlantedSecret } from "./kinds.ts";

export interface Leak {
  kind: string;
  place: string;
  form: string;
}

export function findInFiles(
  folder: string,
  secrets: readonly PlantedSecret[],
  isPlanted: (path: string) => boolean,
): Leak[] {
  const leaks: Leak[] = [];
  for (const path of filesBelow(folder)) {
    if (isPlanted(path)) continue;
    const text = readFileSync(path).toString("latin1");
    leaks.push(...findInText(text, secrets, relative(folder, path)));
  }
  return leaks;
}

export function findInText(text: string, secrets: readonly PlantedSecret[], place: string): Leak[] {
  return secrets.flatMap(({ kind, value }) =>
    formsOf(value)
      .filter(([, form]) => text.includes(form))
      .map(([form]) => ({ kind, place, form })),
  );
}

function formsOf(value: string): [string, string][] {
  const bytes = Buffer.from(value);
  const forms: [string, string][] = [
    ["plain", value],
    ["base64", bytes.toString("base64").replace(/=+$/, "").slice(0, -2)],
    ["hex", bytes.toString("hex")],
    ["utf16", bytes.toString("utf8").split("").join("\0")],
  ];
  const encoded = encodeURIComponent(value);
  return encoded === value ? forms : [...forms, ["percent", encoded]];
}

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) yield* filesBelow(path);
    else if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) yield path;
  }
}
