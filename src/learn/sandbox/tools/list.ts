/** `ls`: what lies in a folder of the project or of the skills, new skills of this run included. */
import { existsSync, realpathSync } from "node:fs";
import { z } from "zod";
import type { ModelTool } from "../../../model/index.ts";
import type { Address } from "../address.ts";
import { printable } from "../output.ts";
import { isProtected } from "../protected-paths.ts";
import { listInside } from "../read-inside.ts";
import { refuse } from "../refusal.ts";
import { sandboxTool, type ToolContext } from "./context.ts";

const input = z.object({ path: z.string().default(".").describe("a folder, relative to the project's root") });

const MOST_ENTRIES = 500;

export function listTool(context: ToolContext): ModelTool {
  const description = `Lists a folder: one name a line, folders end in \`/\`, links in \`@\`. Skills lie below \`${context.book.writable}\`.`;
  return sandboxTool(context, { name: "ls", description, input }, async ({ path }) => {
    const address = context.book.parse(path);
    const names = namesAt(context, address).sort();
    const shown = names.slice(0, MOST_ENTRIES).map((name) => printable(name).replaceAll("\n", "�"));
    if (names.length > MOST_ENTRIES) shown.push(`[${names.length - MOST_ENTRIES} more were left out]`);
    return shown.length === 0 ? "[empty]" : shown.join("\n");
  });
}

function namesAt(context: ToolContext, address: Address): string[] {
  const { book, overlay } = context;
  if (address.kind === "project") return onDisk(book.projectRoot, address.segments);
  const { root } = address;
  const segments = address.kind === "skills" ? [] : [address.slug, ...address.file];
  const added = addedNames(context, address);
  const names = new Set(added);
  try {
    const real = existsSync(root.directory) ? realpathSync(root.directory) : undefined;
    if (real === undefined)
      throw refuse("NOT_FOUND", `There is nothing at ${address.shown}.`, "Look with `ls .` what is there.");
    for (const name of onDisk(real, segments)) names.add(name);
  } catch (error) {
    if (added.length === 0 && !(address.kind === "skills" && overlay.created().length === 0 && root.writable))
      throw error;
  }
  return [...names];
}

function addedNames({ overlay }: ToolContext, address: Exclude<Address, { kind: "project" }>): string[] {
  if (address.kind === "skills") return address.root.writable ? overlay.created().map((slug) => `${slug}/`) : [];
  const prefix = address.file.length === 0 ? "" : `${address.file.join("/")}/`;
  return overlay
    .filesOf(address.slug)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length).replace(/\/.*$/, "/"));
}

function onDisk(root: string, segments: readonly string[]): string[] {
  return listInside(root, segments).map((entry) => {
    const kind = entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "";
    const closed = isProtected([...segments, entry.name]) ? "  [protected: not read]" : "";
    return `${entry.name}${kind}${closed}`;
  });
}
