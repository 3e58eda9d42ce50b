/** A bank with skills of the curator's kind, a clock to move, and the whole of the disk to compare. */
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleSupport } from "../../bank/index.ts";
import { ruleId } from "../../skill/index.ts";
import { createOperationContext, type OperationContext } from "../context.ts";

const DAY_MS = 86_400_000;

export interface Workshop {
  folder: string;
  project: string;
  context: OperationContext;
  /** As if in another terminal; closed with the workshop. */
  another(): OperationContext;
  /** Lets days pass (or, with a negative number, come back). */
  pass(days: number): void;
  publish(
    slug: string,
    rules: string[],
    more?: { title?: string; description?: string; files?: Record<string, string> },
  ): Promise<void>;
  /** Every file and link below the project and the person's home, with content. */
  tree(): Record<string, string>;
  /** Every row of every table. */
  rows(): Promise<string>;
  close(): Promise<void>;
}

export function openWorkshop(): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-curate-")));
  const project = join(folder, "app");
  mkdirSync(join(project, ".git"), { recursive: true });
  let time = Date.parse("2026-01-01T00:00:00.000Z");
  const opened: OperationContext[] = [];
  const tick = (): Date => {
    time += 1;
    return new Date(time);
  };
  const open = (): OperationContext => {
    const context = createOperationContext({
      home: join(folder, "home"),
      userHome: folder,
      workingDirectory: project,
      environment: { AUTOSKILL_USER: "ada" },
      clock: { now: tick },
    });
    opened.push(context);
    return context;
  };
  const context = open();
  return {
    folder,
    project,
    context,
    another: open,
    pass: (days) => {
      time += days * DAY_MS;
    },
    publish: async (slug, rules, { title = slug, description, files = {} } = {}) => {
      const bank = await context.bank(project);
      const about = description ?? `How to work on ${slug} here. Use when working on ${slug}.`;
      const text = `---\nname: ${slug}\ndescription: "${about}"\nmetadata:\n  source: auto-skill\n  version: "1.0.0"\n---\n\n# ${title}\n\n## Rules\n\n${rules.map((rule) => `- ${rule}`).join("\n")}\n`;
      await bank.publish({
        scope: "project",
        slug,
        files: [
          { path: "SKILL.md", content: text },
          ...Object.entries(files).map(([path, content]) => ({
            path,
            content,
            executable: path.startsWith("scripts/"),
          })),
        ],
        expect: { kind: "create" },
        actor: "distiller",
        reason: "learned",
        evidence: rules.map((rule) => supportOf(rule, `session-of-${slug}`)),
      });
    },
    tree: () => treeOf(folder),
    rows: async () => {
      const { db } = await context.store();
      const tables = [
        "skills",
        "revisions",
        "skill_lifecycle",
        "ledger",
        "candidates",
        "usage",
        "intents",
        "settings",
      ] as const;
      const all = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
      return JSON.stringify(all);
    },
    close: async () => {
      for (const one of opened) await one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function supportOf(rule: string, sessionId: string): RuleSupport {
  return {
    ruleId: ruleId(rule),
    evidence: [
      {
        sessionId,
        source: "claude-code",
        sourcePath: `/sessions/${sessionId}.jsonl`,
        pointer: { turn: 1, messageId: "m1", digest: sessionId, origin: "person", span: { start: 0, end: 9 } },
        support: "user_said",
        quote: rule,
      },
    ],
  };
}

/** The state folder is left out: it is compared row by row. */
function treeOf(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    if (path === "home/locks" || path.startsWith("home/autoskill.db")) continue;
    const status = lstatSync(join(folder, path));
    if (status.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else if (status.isDirectory()) Object.assign(found, treeOf(folder, path));
    else {
      const digest = createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex");
      found[path] = `${(status.mode & 0o777).toString(8)} ${digest}`;
    }
  }
  return found;
}
