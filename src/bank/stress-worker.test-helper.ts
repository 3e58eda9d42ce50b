/**
 * One of several processes that write the same bank without pause until they are killed or told to end.
 * Argument: JSON of `StressOrder`. Prints `begin` when it starts to write, and a line of JSON
 * (`Acknowledged`) when `publish` has returned.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { AutoskillError, sha256 } from "../base/index.ts";
import { seededNumbers } from "../base/seeded.test-helper.ts";
import { openStore } from "../store/index.ts";
import type { PublishResult } from "./model.ts";
import { openBank } from "./open-bank.ts";

export interface StressOrder {
  home: string;
  project: string;
  dbFile: string;
  slugs: string[];
  /** Number of the process; makes what it writes unique. */
  writer: number;
  /** Names the stream of chance that it draws from. */
  draw: number;
  /** Ends by itself after this many acknowledged changes. */
  changes: number;
}

export interface Acknowledged {
  slug: string;
  number: number;
  hash: string;
}

/** A skill whose last rule is the sha256 of all before it, so that a reader sees whether it has the whole. */
export function sealedText(slug: string, rules: string[]): string {
  const head = `---
name: ${slug}
description: "Stress of the bank. Use when it is tested."
metadata:
  source: auto-skill
---

# Stress

## Rules

${rules.map((rule) => `- ${rule}`).join("\n")}
`;
  return `${head}- Seal ${sha256(head)}\n`;
}

export function isWhole(text: string): boolean {
  const cut = text.lastIndexOf("- Seal ");
  return cut > 0 && text.slice(cut) === `- Seal ${sha256(text.slice(0, cut))}\n`;
}

/** The line that says: a change has begun and nothing of it is acknowledged yet. */
export const BEGIN = "begin";

const EXPECTED = new Set(["CONFLICT", "NAME_TAKEN", "NOT_FOUND"]);

export async function work(order: StressOrder): Promise<void> {
  const store = await openStore(order.dbFile);
  const bank = openBank({
    home: order.home,
    projectRoot: order.project,
    store,
    onStep: (step) => {
      if (step === "intended") writeSync(1, `${BEGIN}\n`);
    },
  });
  const random = seededNumbers(`writer ${order.draw}`);
  const tag = `${order.writer}-${process.pid}`;
  for (let done = 0, attempt = 0; done < order.changes; attempt += 1) {
    const slug = order.slugs[Math.floor(random() * order.slugs.length)] ?? "none";
    try {
      const result = await change(slug, attempt);
      if (result === undefined) continue;
      const line: Acknowledged = { slug, number: result.revision.number, hash: result.revision.hash };
      writeSync(1, `${JSON.stringify(line)}\n`);
      done += 1;
    } catch (error) {
      if (!AutoskillError.isInstance(error) || !EXPECTED.has(error.code)) throw error;
    }
  }
  await store.close();

  /** Mostly updates of SKILL.md; at times a changed script (a swap), a rollback, or a removal. */
  async function change(slug: string, attempt: number): Promise<PublishResult | undefined> {
    const skill = await bank.read("project", slug);
    const common = { scope: "project", slug, actor: "distiller", reason: "stress" } as const;
    const rule = `Rule of ${tag} number ${attempt}.`;
    if (skill === undefined) {
      const files = [{ path: "SKILL.md", content: sealedText(slug, [rule]) }];
      return bank.publish({ ...common, files, expect: { kind: "create" } });
    }
    const dice = random();
    if (dice < 0.03) {
      await bank.remove("project", slug);
      return undefined;
    }
    if (dice < 0.06) return bank.rollback("project", slug, 1);
    const rules = skill.text
      .split("\n")
      .filter((line) => line.startsWith("- Rule"))
      .map((line) => line.slice(2));
    const files = [{ path: "SKILL.md", content: sealedText(slug, [...rules.slice(-30), rule]) }];
    if (dice < 0.2) files.push({ path: "scripts/check.sh", content: `echo ${tag} ${attempt}\n` });
    return bank.publish({ ...common, files, expect: { kind: "update", baseHash: skill.hash } });
  }
}

if (process.argv[1]?.endsWith("stress-worker.test-helper.ts") === true) {
  await work(JSON.parse(process.argv[2] ?? "") as StressOrder);
}
