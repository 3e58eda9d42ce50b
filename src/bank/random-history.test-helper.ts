/**
 * Random histories of a few skills, with every state of their files kept: what was undone or rolled back must be there
 * byte for byte. Shared by the test (a few histories) and the evaluation (a thousand).
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AutoskillError } from "../base/index.ts";
import { listLedger } from "../store/index.ts";
import { skillText, type TestBank } from "./bank.test-helper.ts";

/** Files of a skill: path to content and execute bit; null where there is no skill. */
export type Files = ReadonlyMap<string, string> | null;

export interface HistoryReport {
  steps: number;
  rollbacks: number;
  undos: number;
  /** Undos that were refused, as they had to be. */
  refused: number;
  /** What did not come back as it was. */
  mismatches: string[];
}

const SLUGS = ["release-package", "write-report", "配置检查-notes".replace(/[^\x20-\x7e]/g, "x")];

/** `random` gives numbers in [0, 1); the same numbers give the same history. */
export async function runHistory(test: TestBank, random: () => number, steps: number): Promise<HistoryReport> {
  const report: HistoryReport = { steps, rollbacks: 0, undos: 0, refused: 0, mismatches: [] };
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  /** By skill: the files after each revision, and before and after each entry of the ledger. */
  const revisions = new Map<string, Map<number, Files>>();
  const entries = new Map<number, { slug: string; before: Files; after: Files }>();
  const now = (slug: string) => filesOf(join(test.project, ".agents/skills", slug));

  const note = async (slug: string, before: Files): Promise<void> => {
    await test.bank.adoptEdits("project", slug);
    const after = now(slug);
    const history = await test.bank.history("project", slug);
    const known = revisions.get(slug) ?? new Map<number, Files>();
    revisions.set(slug, known);
    for (const { number } of history) if (!known.has(number)) known.set(number, after ?? before);
    for (const entry of await listLedger(test.store))
      if (!entries.has(entry.id)) entries.set(entry.id, { slug, before, after });
  };

  for (let step = 0; step < steps; step += 1) {
    const slug = pick(SLUGS) ?? "release-package";
    const before = now(slug);
    const roll = random();
    if (before === null && roll < 0.7) await publish(test, slug, random, "create");
    else if (before !== null && roll < 0.4) await publish(test, slug, random, "update");
    else if (before !== null && roll < 0.5) editByHand(test, slug, random);
    else if (before !== null && roll < 0.6) await test.bank.remove("project", slug);
    else if (roll < 0.8) {
      const number = pick([...(revisions.get(slug)?.keys() ?? [])]);
      if (number === undefined) continue;
      await test.bank.rollback("project", slug, number);
      report.rollbacks += 1;
      if (!same(now(slug), revisions.get(slug)?.get(number) ?? null)) {
        report.mismatches.push(`step ${step}: rollback of ${slug} to ${number}`);
      }
    } else {
      const id = pick([...entries.keys()]);
      const entry = id === undefined ? undefined : entries.get(id);
      if (id === undefined || entry === undefined) continue;
      const present = now(entry.slug);
      const shouldWork = same(present, entry.after) && !same(entry.before, entry.after);
      const problem = await undone(test, id);
      if (problem === undefined) report.undos += 1;
      else report.refused += 1;
      const wanted = problem === undefined ? entry.before : present;
      if (!same(now(entry.slug), wanted))
        report.mismatches.push(`step ${step}: undo of entry ${id}: ${problem ?? "done"}`);
      if ((problem === undefined) !== shouldWork) {
        report.mismatches.push(`step ${step}: undo of entry ${id} was ${problem ?? "done"}, expected ${shouldWork}`);
      }
      await note(entry.slug, present);
      continue;
    }
    await note(slug, before);
  }
  return report;
}

async function undone(test: TestBank, id: number): Promise<string | undefined> {
  try {
    await test.bank.undo(id);
    return undefined;
  } catch (error) {
    if (AutoskillError.isInstance(error) && /^UNDO_/.test(error.code)) return error.code;
    throw error;
  }
}

async function publish(test: TestBank, slug: string, random: () => number, kind: "create" | "update"): Promise<void> {
  const current = await test.bank.read("project", slug);
  const rules = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `Rule ${Math.floor(random() * 1e6)}.`);
  const files = [
    { path: "SKILL.md", content: skillText(slug, rules) },
    ...(random() < 0.5
      ? [{ path: "scripts/run.sh", content: `#!/bin/sh\necho ${random()}\n`, executable: random() < 0.5 }]
      : []),
    ...(random() < 0.3 ? [{ path: "references/a.md", content: `${random()}\r\n` }] : []),
  ];
  await test.bank.publish({
    scope: "project",
    slug,
    files,
    ...(kind === "update" &&
    random() < 0.3 &&
    current?.files.some(({ path }) => path === "scripts/run.sh") === true &&
    files.length === 1
      ? { removeFiles: ["scripts/run.sh"] }
      : {}),
    expect:
      kind === "create" || current === undefined ? { kind: "create" } : { kind: "update", baseHash: current.hash },
    actor: "user",
    reason: "random",
  });
}

function editByHand(test: TestBank, slug: string, random: () => number): void {
  const folder = join(test.project, ".agents/skills", slug);
  writeFileSync(join(folder, "SKILL.md"), skillText(slug, [`By hand ${Math.floor(random() * 1e6)}.`]));
  if (random() < 0.3) {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "assets/x.bin"), Buffer.from([0, 255, Math.floor(random() * 256)]));
    if (random() < 0.5) chmodSync(join(folder, "assets/x.bin"), 0o755);
  }
}

function filesOf(folder: string): Files {
  if (!existsSync(folder)) return null;
  const found = new Map<string, string>();
  const visit = (path: string, name: string): void => {
    for (const entry of readdirSync(path)) {
      const stats = lstatSync(join(path, entry));
      const relative = name === "" ? entry : `${name}/${entry}`;
      if (stats.isDirectory()) visit(join(path, entry), relative);
      else
        found.set(
          relative,
          `${(stats.mode & 0o100) === 0 ? "-" : "x"}${readFileSync(join(path, entry)).toString("base64")}`,
        );
    }
  };
  visit(folder, "");
  return found;
}

function same(left: Files, right: Files): boolean {
  if (left === null || right === null) return left === right;
  return left.size === right.size && [...left].every(([path, content]) => right.get(path) === content);
}
