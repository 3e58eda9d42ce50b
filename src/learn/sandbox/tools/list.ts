/** `ls`: what lies in a folder of the project or of the skills, new skills of this run included. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { visibleText } from "../../../base/index.ts";
import type { ModelTool } from "../../../model/index.ts";
import { type Address, realRoot } from "../address.ts";
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
    const names = (await namesAt(context, address)).sort();
    const shown = names.slice(0, MOST_ENTRIES).map((name) => visibleText(name));
    if (names.length > MOST_ENTRIES) shown.push(`[${names.length - MOST_ENTRIES} more were left out]`);
    return shown.length === 0 ? "[empty]" : shown.join("\n");
  });
}

async function namesAt(context: ToolContext, address: Address): Promise<string[]> {
  const { book, overlay } = context;
  if (address.kind === "project") return onDisk(book.projectRoot, address.segments);
  const added = addedNames(context, address);
  const names = new Set(added);
  try {
    const { root, segments } = await placeOf(context, address);
    for (const name of onDisk(root, segments)) names.add(name);
  } catch (error) {
    // A folder that is not there yet is empty, as is one that this run fills.
    const isRoot = address.kind === "skills" && address.root.writable && overlay.created().length === 0;
    if (added.length === 0 && !isRoot) throw error;
  }
  return [...names];
}

async function placeOf(
  { options, book }: ToolContext,
  address: Exclude<Address, { kind: "project" }>,
): Promise<{ root: string; segments: string[] }> {
  const real = realRoot(book, address.root);
  if (real === undefined) {
    throw refuse("NOT_FOUND", `There is nothing at ${address.shown}.`, "Look with `ls .` what is there.");
  }
  if (address.kind === "skills") return { root: real, segments: [] };
  // A folder that only shows the skill is a link to the bank's.
  const own = await options.bank.read(options.scope, address.slug);
  const shown = own === undefined ? undefined : realpathSync(own.directory);
  const place = join(real, address.slug);
  if (shown !== undefined && existsSync(place) && realpathSync(place) === shown)
    return { root: shown, segments: address.file };
  return { root: real, segments: [address.slug, ...address.file] };
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
