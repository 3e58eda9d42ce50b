import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listDrafts, saveDraft } from "../store/index.ts";
import { createOperationContext, type OperationContext } from "./context.ts";
import { pending } from "./decide.ts";
import { sessionsForget } from "./forget-session.ts";
import { learn } from "./learn/learn.ts";
import { ledger, undo } from "./ledger.ts";
import { runOperation } from "./operation.ts";
import { show } from "./show.ts";

const DEMO = fileURLToPath(new URL("../../examples/sessions/claude-code-parcel-api.jsonl", import.meta.url));

let folder: string;
let project: string;
let context: OperationContext;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-forget-")));
  project = join(folder, "project");
  mkdirSync(project);
  context = createOperationContext({
    home: join(folder, "home"),
    userHome: folder,
    workingDirectory: project,
    environment: {},
  });
});
afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const RULE =
  "From now on write commit messages in the imperative and reference the ticket, like `PAR-42: add return reason`.";

/** The demo's session as another one would have left it. */
function sessionFile(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(folder, `${name}.jsonl`);
  const text = readFileSync(DEMO, "utf8")
    .replaceAll("6f1d2c34-5a6b-4c7d-8e9f-0a1b2c3d4e5f", name)
    .replaceAll(/"(uuid|parentUuid)":"/g, `"$1":"${name}-`)
    .replaceAll("_demo_", `_${name}_`);
  writeFileSync(path, change(text));
  return path;
}

const learned = (path: string, more: object = {}) =>
  runOperation(learn, context, { paths: [path], project, publish: true, ...more });
const texts = async () =>
  Object.fromEntries((await (await context.bank(project)).list()).skills.map((skill) => [skill.slug, skill.text]));
const forget = (session: string, more: object = {}) => runOperation(sessionsForget, context, { session, ...more });

describe("forgetting a session", () => {
  it("withdraws exactly the rules that rest on it alone, and says which", async () => {
    await learned(sessionFile("one", (text) => text.replace(RULE, "Thanks.")));
    const before = await texts();
    await learned(sessionFile("two"));
    const both = await texts();
    expect(both).not.toEqual(before);

    const report = await forget("two");
    const withdrawn = report.skills.flatMap((skill) => skill.withdrawn);
    expect(withdrawn.some((text) => text.includes("imperative"))).toBe(true);
    expect(report.skills.flatMap((skill) => skill.lowered).every(({ sessionsLeft }) => sessionsLeft === 1)).toBe(true);
    const after = await texts();
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const [slug, text] of Object.entries(after)) {
      const rules = (all = "") => all.split("\n").filter((line) => /^(?:- |\d+\. )/.test(line));
      expect(rules(text)).toEqual(rules(before[slug]));
    }
    expect(JSON.stringify(await forget("one", { dryRun: true }))).not.toContain("sessionsLeft");
  });

  it("takes a skill out of sight when nothing is left of it, and undo brings it back byte for byte", async () => {
    await learned(sessionFile("one"));
    const before = await texts();
    const report = await forget("one");
    expect(report.skills.every(({ removed }) => removed)).toBe(true);
    expect(await texts()).toEqual({});
    const { entries } = await runOperation(ledger, context, { limit: Object.keys(before).length });
    for (const { id } of entries) await runOperation(undo, context, { entry: id });
    expect(await texts()).toEqual(before);
  });

  it("changes nothing in a dry run, and shows the same", async () => {
    await learned(sessionFile("one"));
    const before = await texts();
    const shown = await forget("one", { dryRun: true });
    expect(await texts()).toEqual(before);
    const done = await forget("one");
    expect({ ...shown, dryRun: false, evidence: 0 }).toEqual({ ...done, evidence: 0 });
  });

  it("takes what it said out of proposals that wait", async () => {
    await learned(sessionFile("one"), { publish: false });
    const report = await forget("one");
    expect(report.proposals.length).toBeGreaterThan(0);
    expect((await runOperation(pending, context, {})).proposals).toEqual([]);
  });

  it("takes it out of drafts, which go when nothing else supports them", async () => {
    await learned(sessionFile("one"));
    const bank = await context.bank(project);
    const [skill] = (await bank.list()).skills;
    const slug = skill?.slug ?? "";
    const at = "2026-01-01T00:00:00.000Z";
    const place = {
      scope: "project",
      root: bank.rootOf("project"),
      slug,
      section: "Rules",
      createdAt: at,
      updatedAt: at,
    };
    const from = (sessionId: string) => ({ source: "codex", sessionId });
    const store = await context.store();
    await saveDraft(store, { ...place, id: "both", text: "Seen twice.", evidence: [from("one"), from("two")] });
    await saveDraft(store, { ...place, id: "alone", text: "Seen once.", evidence: [from("one")] });
    expect((await runOperation(show, context, { name: slug, drafts: true })).drafts).toEqual([
      { section: "Rules", text: "Seen once.", sessions: 1, since: at },
      { section: "Rules", text: "Seen twice.", sessions: 2, since: at },
    ]);
    expect((await forget("one")).drafts).toBe(2);
    expect((await listDrafts(store)).map(({ text, evidence }) => [text, evidence.length])).toEqual([
      ["Seen twice.", 1],
    ]);
  });

  it("keeps rules that a person wrote by hand", async () => {
    await learned(sessionFile("one"));
    const bank = await context.bank(project);
    for (const skill of (await bank.list()).skills) {
      const path = join(skill.directory, "SKILL.md");
      writeFileSync(path, `${readFileSync(path, "utf8").trimEnd()}\n- Mine alone.\n`);
    }
    await forget("one");
    for (const text of Object.values(await texts())) expect(text).toContain("- Mine alone.");
  });

  it("is not undone by learning from the same transcript again, unless a person says so", async () => {
    const path = sessionFile("one");
    await learned(path);
    const before = await texts();
    await forget("one");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect((await learned(path)).sessions.map(({ reason }) => reason)).toEqual(["forgotten"]);
    expect(await texts()).toEqual({});
    expect((await learned(path, { again: true })).published.length).toBeGreaterThan(0);
    const timeless = (all: Record<string, string>) =>
      JSON.stringify(all).replace(/extracted_at: [^\\]*\\"[^\\]*\\"/g, "");
    expect(timeless(await texts())).toBe(timeless(before));
  });

  it("says so when nothing was learned from it", async () => {
    await expect(forget("nobody")).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  });
});
