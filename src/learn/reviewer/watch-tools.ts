/**
 * The sandbox's tools as the reviewer has them: names are looked at before a skill is begun, and after each write the model
 * is told which of its rules have no support, while it can still correct them.
 */
import type { ModelTool, ModelToolOutput } from "../../model/index.ts";
import type { SandboxChange } from "../sandbox/index.ts";
import type { RuleRefusal } from "./model.ts";
import { oneOffName } from "./never-keep.ts";

export interface WatchOptions {
  /** The change as it stands, by the skill's name. */
  changeOf(slug: string): SandboxChange | undefined;
  /** What of a change would be refused now. */
  problemsOf(change: SandboxChange): Promise<RuleRefusal[]>;
}

const MAX_SHOWN = 8;

export function watchTools(tools: readonly ModelTool[], options: WatchOptions): ModelTool[] {
  return tools.map((tool) => {
    if (tool.name !== "write_file" && tool.name !== "edit") return tool;
    return { ...tool, execute: (input, call) => write(tool, input, call, options) };
  });
}

async function write(
  tool: ModelTool,
  input: unknown,
  call: { signal: AbortSignal },
  options: WatchOptions,
): Promise<ModelToolOutput> {
  const slug = skillOf(input);
  const oneOff = tool.name === "write_file" && slug !== undefined ? oneOffName(slug) : undefined;
  if (oneOff !== undefined) {
    return {
      output: `Refused: the name ${slug} says one day's work ("${oneOff}"). Name the kind of work instead, or save nothing.`,
      isError: true,
    };
  }
  const result = await tool.execute(input, call);
  if (result.isError === true || slug === undefined) return result;
  const change = options.changeOf(slug);
  if (change === undefined) return result;
  const problems = await options.problemsOf(change);
  if (problems.length === 0) return { ...result, output: `${result.output}\nEvery rule of ${slug} is supported.` };
  const lines = problems.slice(0, MAX_SHOWN).map(({ rule, message }) => `- ${rule ?? slug}: ${message}`);
  const more = problems.length > MAX_SHOWN ? [`(and ${problems.length - MAX_SHOWN} more)`] : [];
  return {
    ...result,
    output: [
      result.output,
      `These will not be kept as they are:`,
      ...lines,
      ...more,
      `Where the session does say or show it, send an edit with the right evidence. Otherwise take the line out, or leave it: it is dropped by itself.`,
    ].join("\n"),
  };
}

/** The folder above SKILL.md or above a support file. */
function skillOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("path" in input) || typeof input.path !== "string")
    return undefined;
  const parts = input.path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  const at = parts.lastIndexOf("skills");
  if (at >= 0) return parts[at + 1];
  return parts.length >= 2 ? parts.at(-2) : undefined;
}
