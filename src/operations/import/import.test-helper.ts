/** A scratch home, and small sources in the real formats, for the tests of imports and exports. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createOperationContext, type OperationContext } from "../context.ts";

export interface Scratch {
  folder: string;
  context: OperationContext;
  /** Another home: a person's second machine. */
  home(name: string, options?: { signal?: AbortSignal }): OperationContext;
  write(path: string, content: string | Uint8Array, mode?: number): string;
  end(): Promise<void>;
}

export function scratch(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-import-")));
  const opened: OperationContext[] = [];
  const home: Scratch["home"] = (name, options = {}) => {
    const context = createOperationContext({
      home: join(folder, name, "state"),
      userHome: join(folder, name),
      workingDirectory: folder,
      environment: {},
      ...options,
    });
    opened.push(context);
    return context;
  };
  return {
    folder,
    context: home("home"),
    home,
    write(path, content, mode = 0o644) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content, { mode });
      return target;
    },
    async end() {
      for (const context of opened) await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const conversation = (id: string, said: readonly string[], more: object = {}): object => ({
  id: `conversation-${id}-of-this-test`,
  messages: said.flatMap((content) => [
    { role: "user", content },
    { role: "assistant", content: "Understood." },
  ]),
  ...more,
});

export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export const RULE = "From now on always answer in formal British English and never use emojis.";

export const ownSkill = (slug: string, rule: string): string =>
  [
    "---",
    `name: "${slug}"`,
    `description: "How to ${slug.replaceAll("-", " ")} in this house."`,
    "metadata:",
    '  source: "auto-skill"',
    '  version: "0.1.3"',
    '  tags: "one, two"',
    "---",
    "",
    `# ${slug}`,
    "",
    "## Rules",
    "",
    `- ${rule}`,
    "",
  ].join("\n");
