import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Candidate, candidateId } from "../../learn/index.ts";
import { createOperationContext, type OperationContext } from "../context.ts";
import { approve, pending } from "../decide.ts";
import { sessionsForget } from "../forget-session.ts";
import { runOperation } from "../operation.ts";
import { why } from "../why.ts";
import { learn } from "./learn.ts";
import { ProposalBook } from "./proposal-book.ts";

let folder: string;
const opened: OperationContext[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-order-")));
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
  rmSync(folder, { recursive: true, force: true });
});

function newHome(name: string): OperationContext {
  const context = createOperationContext({
    home: join(folder, name),
    userHome: join(folder, `${name}-user`),
    workingDirectory: folder,
    environment: { AUTOSKILL_USER: "dev" },
  });
  opened.push(context);
  return context;
}

const SAID: Record<string, string[]> = {
  one: ["always write commit messages in the imperative mood.", "never push before the tests pass."],
  npm: ["use npm, not yarn.", "never commit generated files."],
  yarn: ["use yarn, not npm.", "commit generated files."],
  two: [
    "keep the commit subject under 60 characters.",
    "write commit messages in the imperative mood.",
    "never commit generated files.",
  ],
};

function conversation(name: string): string {
  const path = join(folder, `${name}.json`);
  const messages = (SAID[name] ?? []).flatMap((rule) => [
    { role: "user", content: `From now on, ${rule}` },
    { role: "assistant", content: "Understood." },
  ]);
  writeFileSync(path, JSON.stringify({ messages }));
  return path;
}

async function learned(context: OperationContext, order: readonly string[], publish: boolean) {
  for (const name of order) {
    await runOperation(learn, context, { paths: [conversation(name)], user: true, publish });
  }
}

/** The skills as they lie there, without their times and the id that the first publication gave. */
async function bankOf(context: OperationContext): Promise<string[]> {
  const { skills } = await (await context.bank()).list({ scope: "user" });
  return skills.map(({ slug, text }) => `${slug}\n${text.replace(/^ {2}(?:id|extracted_at): .*$/gm, "")}`).sort();
}

async function supportOf(context: OperationContext): Promise<[string, number][]> {
  const { rules } = await runOperation(why, context, { name: "commit-conventions" });
  return rules.filter(({ active }) => active).map(({ text = "", sessions }) => [text, sessions]);
}

describe("two candidates in either order", () => {
  it("give the same bank where each is published at once", async () => {
    const [left, right] = [newHome("left"), newHome("right")];
    await learned(left, ["one", "two"], true);
    await learned(right, ["two", "one"], true);
    expect(await bankOf(left)).toHaveLength(1);
    expect(await bankOf(left)).toEqual(await bankOf(right));
    expect(await supportOf(left)).toEqual(await supportOf(right));
    expect(await supportOf(left)).toContainEqual(["Write commit messages in the imperative mood.", 2]);
  });

  it("give the same bank where they wait, under the name of the fuller one", async () => {
    const shop = (session: string, slug: string, title: string, rules: readonly string[]): Candidate => {
      const pointer = { turn: 1, messageId: "1", digest: session.padEnd(64, "0"), origin: "person" as const };
      const made = rules.map((text) => ({
        section: "Rules" as const,
        text,
        evidence: [
          {
            sessionId: session,
            source: "codex" as const,
            sourcePath: "/t",
            pointer: { ...pointer, span: { start: 0, end: 1 } },
            support: "user_said" as const,
            quote: text,
          },
        ],
      }));
      const description =
        "Ships the web shop to production: tests, tag, release notes. Use when the web shop goes out.";
      const common = { proposer: "distiller" as const, action: "create" as const, tags: ["shop"], confidence: 0.8 };
      return { ...common, id: candidateId(slug, made), slug, title, description, rules: made, rationale: session };
    };
    const short = shop("a", "ship-the-web-shop", "Ship the web shop", ["Tag the release of the web shop."]);
    const full = shop("b", "web-shop-shipping", "Web shop shipping", [
      "Tag the release of the web shop.",
      "Never ship the web shop on Fridays.",
    ]);
    const names: string[][] = [];
    const banks: string[][] = [];
    for (const order of [
      [short, full],
      [full, short],
    ]) {
      const context = newHome(`waiting-${names.length}`);
      mkdirSync(context.home, { recursive: true });
      for (const candidate of order) {
        const book = await ProposalBook.open(context);
        await book.place(candidate, { scope: "user" }, new Date("2026-03-04T05:06:07Z"));
        await (await context.store()).transaction((transaction) => book.save(transaction));
      }
      names.push((await runOperation(pending, context, {})).proposals.map(({ name }) => name));
      expect((await runOperation(approve, context, { all: true })).failed).toEqual([]);
      banks.push(await bankOf(context));
    }
    expect(names).toEqual([["web-shop-shipping"], ["web-shop-shipping"]]);
    expect(banks[0]).toEqual(banks[1]);
  });

  it.each([
    ["wait", false],
    ["are published at once", true],
  ])("follow the later word where a person says the opposite, and say what gave way: they %s", async (_, publish) => {
    const context = newHome("contrary");
    await learned(context, ["npm", "yarn"], publish);
    if (!publish) {
      const { proposals } = await runOperation(pending, context, {});
      const told = proposals.map(({ rationale }) => rationale).join(" ");
      for (const old of ["Use npm, not yarn.", "Never commit generated files."])
        expect(told).toContain(`“${old}” gives way`);
      await runOperation(approve, context, { all: true });
    }
    const text = (await bankOf(context)).join("");
    for (const rule of ["- Use yarn, not npm.", "- Commit generated files."]) expect(text).toContain(rule);
    expect(text).not.toMatch(/^- (?:Use npm|Never commit)/m);
  });

  it("leave nothing of a session that is forgotten, and the other's words as they were", async () => {
    const [both, alone] = [newHome("both"), newHome("alone")];
    await learned(both, ["one", "two"], true);
    await learned(alone, ["one"], true);
    const { rules } = await runOperation(why, both, { name: "commit-conventions" });
    const of = (file: string) =>
      rules.flatMap(({ evidence }) => evidence).find(({ sourcePath }) => sourcePath.endsWith(file))?.sessionId ?? "";
    await runOperation(sessionsForget, both, { session: of("two.json") });
    const text = (await bankOf(both)).join("");
    expect(text).not.toMatch(/subject|generated/);
    expect(text.replace(/version: .*/, "")).toBe((await bankOf(alone)).join("").replace(/version: .*/, ""));
    expect(await supportOf(both)).toEqual(await supportOf(alone));
  });

  it("take a forgotten session's words out of the description too where a person has a hand in the skill", async () => {
    const context = newHome("edited");
    await learned(context, ["one", "two"], true);
    const [skill] = (await (await context.bank()).list({ scope: "user" })).skills;
    appendFileSync(join(skill?.directory ?? "", "SKILL.md"), "- Mine alone.\n");
    const { rules } = await runOperation(why, context, { name: "commit-conventions" });
    const evidence = rules.flatMap((rule) => rule.evidence).find(({ sourcePath }) => sourcePath.endsWith("two.json"));
    await runOperation(sessionsForget, context, { session: evidence?.sessionId ?? "" });
    const text = (await bankOf(context)).join("");
    expect(text).not.toMatch(/subject|generated/);
    for (const kept of ["- Never push before the tests pass.", "- Mine alone."]) expect(text).toContain(kept);
  });
});
