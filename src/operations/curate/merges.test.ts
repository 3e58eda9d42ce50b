import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Candidate, candidateId } from "../../learn/index.ts";
import { ruleId } from "../../skill/index.ts";
import { configSet } from "../config.ts";
import { approve, pending, reject } from "../decide.ts";
import { remove } from "../history.ts";
import { type Placement, ProposalBook } from "../learn/proposal-book.ts";
import { ledger, undo } from "../ledger.ts";
import { runOperation } from "../operation.ts";
import { archive, archived } from "./archive.ts";
import { openWorkshop, type Workshop } from "./curate.test-helper.ts";
import { type CurateReport, curate } from "./curate.ts";
import { pin } from "./pin.ts";

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.close());

const run = (dryRun = false): Promise<CurateReport> => runOperation(curate, shop.context, { dryRun });
const place = (slug: string): string => join(shop.project, ".agents/skills", slug);
const text = (slug: string): string => readFileSync(join(place(slug), "SKILL.md"), "utf8");
const waiting = async () => (await runOperation(pending, shop.context, {})).proposals;
const inArchive = async (): Promise<string[]> =>
  (await runOperation(archived, shop.context, {})).skills.map(({ name }) => name);

const ABOUT = "How to release the npm package with a changelog entry. Use when releasing the npm package.";
const RULES = ["Run `npm test` before the release.", "Write the changelog entry before `npm version`."];

/** Two skills that are one, and one that is another. */
async function twins(): Promise<void> {
  await shop.publish("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT });
  await shop.publish("npm-package-release", [RULES[0] ?? "", "Push the tag with `git push --tags`."], {
    title: "Release the npm package",
    description: ABOUT,
  });
  await shop.publish("tide-tables", ["Read the tables of the harbour office."], {
    title: "Read tide tables",
    description: "How to read the tide tables of a harbour. Use when planning a landing.",
  });
  await run();
}

describe("near duplicates", () => {
  it("are proposed as one skill, and nothing happens until a person says yes, whatever the policy", async () => {
    await twins();
    await runOperation(configSet, shop.context, { key: "approval", value: "auto" });
    const before = shop.tree();
    expect((await run(true)).merges).toMatchObject([{ state: "new" }]);
    expect(await waiting()).toEqual([]);
    const { merges } = await run();
    expect(merges).toMatchObject([
      { name: "release-npm-package", absorbs: ["npm-package-release"], state: "new", scope: "project" },
    ]);
    expect(shop.tree()).toEqual(before);
    const [proposal, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      proposer: "curator",
      action: "update",
      name: "release-npm-package",
      conflicts: [],
    });
    expect(proposal?.rationale).toContain("npm-package-release");
    expect(proposal?.diff).toContain("+- Push the tag with `git push --tags`.");
    expect(proposal?.diff).not.toMatch(/^-[^-]*npm/m);
  });

  it("become one once approved: nothing is lost, evidence moves along, and each step can be undone alone", async () => {
    await twins();
    const before = { kept: text("release-npm-package"), other: text("npm-package-release") };
    await run();
    const [proposal] = await waiting();
    const report = await runOperation(approve, shop.context, { ids: [proposal?.id ?? ""] });
    expect(report.failed).toEqual([]);
    expect(report.published).toMatchObject([{ absorbed: { archived: ["npm-package-release"], left: [] } }]);
    for (const rule of [...RULES, "Push the tag with `git push --tags`."]) {
      expect(text("release-npm-package")).toContain(rule);
    }
    const bank = await shop.context.bank(shop.project);
    const evidence = await bank.evidence("project", "release-npm-package");
    const sessionsOf = (rule: string) =>
      evidence.find(({ ruleId: id }) => id === ruleId(rule))?.evidence.map(({ sessionId }) => sessionId);
    expect(sessionsOf("Push the tag with `git push --tags`.")).toEqual(["session-of-npm-package-release"]);
    expect(sessionsOf(RULES[0] ?? "")).toEqual(["session-of-release-npm-package", "session-of-npm-package-release"]);
    expect(existsSync(place("npm-package-release"))).toBe(false);
    expect(await inArchive()).toEqual(["npm-package-release"]);
    expect((await run()).merges).toEqual([]);

    const { entries } = await runOperation(ledger, shop.context, { limit: 100 });
    const entryOf = (action: string) => entries.find((entry) => entry.action === action)?.id;
    await runOperation(undo, shop.context, { entry: entryOf("archive") });
    expect(text("npm-package-release")).toBe(before.other);
    expect(text("release-npm-package")).not.toBe(before.kept);
    await runOperation(undo, shop.context, { entry: entryOf("update") });
    expect(text("release-npm-package")).toBe(before.kept);
  });

  it("are proposed once, and not again after a no; the rules themselves stay welcome", async () => {
    await twins();
    await run();
    expect((await run()).merges).toMatchObject([{ state: "waiting" }]);
    const [proposal, ...others] = await waiting();
    expect(others).toEqual([]);
    await runOperation(reject, shop.context, { ids: [proposal?.id ?? ""] });
    expect((await run()).merges).toMatchObject([{ state: "rejected" }]);
    expect(await waiting()).toEqual([]);
    await shop.publish("another-thing", ["Look at the weather."]);
    const bringing = candidate("tag-pushing", ["Push the tag with `git push --tags`."]);
    expect((await placed(bringing)).kind).toBe("proposed");
  });

  it("stay two when one was changed, or pinned, before the yes", async () => {
    await twins();
    await run();
    const [proposal] = await waiting();
    await runOperation(pin, shop.context, { name: "npm-package-release" });
    const report = await runOperation(approve, shop.context, { ids: [proposal?.id ?? ""] });
    expect(report.published[0]?.absorbed).toEqual({
      archived: [],
      left: [{ name: "npm-package-release", reason: "it is pinned" }],
    });
    expect(existsSync(place("npm-package-release"))).toBe(true);
    expect((await run()).merges).toEqual([]);
  });

  it("are left apart where one has files of its own", async () => {
    await shop.publish("release-npm-package", RULES, {
      title: "Release the npm package",
      description: ABOUT,
      files: { "references/one.md": "One.\n" },
    });
    await shop.publish("npm-package-release", RULES, {
      title: "Release the npm package",
      description: ABOUT,
      files: { "references/two.md": "Two.\n" },
    });
    await run();
    const report = await run();
    expect(report.merges).toEqual([]);
    expect(report.left).toMatchObject([{ slug: "npm-package-release", like: "release-npm-package" }]);
  });
});

function candidate(slug: string, rules: string[], more: Partial<Candidate> = {}): Candidate {
  const all = rules.map((rule) => ({
    section: "Rules" as const,
    text: rule,
    evidence: [
      {
        sessionId: "later",
        source: "claude-code" as const,
        sourcePath: "/sessions/later.jsonl",
        pointer: {
          turn: 1,
          messageId: "m1",
          digest: "later",
          origin: "person" as const,
          span: { start: 0, end: 1 },
        },
        support: "user_said" as const,
        quote: rule,
      },
    ],
  }));
  return {
    id: candidateId(slug, all),
    proposer: "distiller",
    action: "create",
    slug,
    title: slug,
    description: `How to work on ${slug} here. Use when working on ${slug}.`,
    tags: [],
    rules: all,
    confidence: 0.9,
    rationale: "Said again.",
    ...more,
  };
}

async function placed(found: Candidate): Promise<Placement> {
  const book = await ProposalBook.open(shop.context);
  const target = { scope: "project" as const, projectRoot: shop.project };
  const placement = await book.place(found, target, shop.context.clock.now());
  await (await shop.context.store()).transaction((transaction) => book.save(transaction));
  return placement;
}

describe("what lies in the archive", () => {
  const again = () =>
    candidate("npm-package-publishing", [...RULES, "Push the tag with `git push --tags`."], {
      title: "Release the npm package",
      description: ABOUT,
    });

  it("is found before a skill is made anew: to bring it back is proposed, with what is new", async () => {
    await shop.publish("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT });
    const before = text("release-npm-package");
    await runOperation(archive, shop.context, { name: "release-npm-package" });
    expect(await placed(again())).toMatchObject({ kind: "proposed", restores: "release-npm-package" });
    const [proposal] = await waiting();
    expect(proposal).toMatchObject({ name: "release-npm-package", action: "update", conflicts: [] });
    expect(proposal?.diff).toContain("+- Push the tag");
    expect(proposal?.text).toContain(RULES[0]);
    const { published, failed } = await runOperation(approve, shop.context, {
      ids: [proposal?.id ?? ""],
      seen: { [proposal?.id ?? ""]: proposal?.digest ?? "" },
    });
    expect(failed).toEqual([]);
    expect(published).toMatchObject([{ name: "release-npm-package", restored: true }]);
    expect(text("release-npm-package")).toBe(proposal?.text);
    expect(text("release-npm-package")).toContain("Push the tag");
    expect(await inArchive()).toEqual([]);
    const bank = await shop.context.bank(shop.project);
    expect(await bank.revisionText("project", "release-npm-package", 2)).toBe(before);
  });

  it("comes back as it was when there is nothing new, with one more session behind it", async () => {
    await shop.publish("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT });
    const before = text("release-npm-package");
    await runOperation(archive, shop.context, { name: "release-npm-package" });
    await placed(candidate("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT }));
    await runOperation(approve, shop.context, { all: true });
    expect(text("release-npm-package")).toBe(before);
    const [group] = await (await shop.context.bank(shop.project)).evidence("project", "release-npm-package");
    expect(group?.evidence.map(({ sessionId }) => sessionId)).toEqual(["session-of-release-npm-package", "later"]);
  });

  it("gets one proposal from many sessions", async () => {
    await shop.publish("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT });
    await runOperation(archive, shop.context, { name: "release-npm-package" });
    await placed(again());
    const rules = candidate("x", ["Announce it in the channel."]).rules;
    await placed({ ...again(), rules: [...again().rules, ...rules], id: "cand_second" });
    const proposals = await waiting();
    expect(proposals).toHaveLength(1);
    await runOperation(approve, shop.context, { all: true });
    expect(text("release-npm-package")).toContain("Announce it in the channel.");
  });

  it("is not what a person removed: that is learned anew", async () => {
    await shop.publish("release-npm-package", RULES, { title: "Release the npm package", description: ABOUT });
    await runOperation(remove, shop.context, { name: "release-npm-package" });
    const placement = await placed(again());
    expect(placement.kind).toBe("proposed");
    expect(placement).not.toHaveProperty("restores");
  });
});
