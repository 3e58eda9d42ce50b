import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedReplies, ScriptedRequest } from "../../model/scripted-model-server.test-helper.ts";
import { listCandidates, listDrafts } from "../../store/index.ts";
import { learn } from "../learn/learn.ts";
import { runOperation } from "../operation.ts";
import { openReviewBench, type ReviewBench } from "../review/review.test-helper.ts";
import { why } from "../why.ts";
import { extract } from "./extract.ts";
import { extractedUpTo } from "./run-extraction.ts";

let bench: ReviewBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const open = async (replies: ScriptedReplies): Promise<ReviewBench> => {
  bench = await openReviewBench(replies);
  return bench;
};

/** A conversation as an OpenAI chat, without tools. */
function talk(name: string, ...turns: string[]): string {
  const messages = turns.flatMap((content) => [
    { role: "user", content },
    { role: "assistant", content: "Very well." },
  ]);
  const path = join(bench?.folder ?? "", `${name}.json`);
  writeFileSync(path, JSON.stringify({ messages }));
  return path;
}

const gives = (name: string, rules: Record<string, string[]>) => ({
  text: JSON.stringify({
    skills: [
      {
        name,
        description: "How letters are written here. Use when a letter is to be written.",
        prompt: Object.entries(rules).map(([text, messages]) => ({ part: "constraint", text, messages })),
        triggers: ["write a letter"],
        tags: ["letters"],
        confidence: 0.8,
      },
    ],
  }),
});

const LASTING = ["Write a letter to the bank.", "From now on always sign letters with my full name."];
const RULE = "Always sign letters with my full name.";

describe("extract", () => {
  it("proposes what the person said for good; published, its evidence is verified", async () => {
    const { context, project, server } = await open([gives("letters", { [RULE]: ["T2.1"] })]);
    const path = talk("one", ...LASTING);
    const report = await runOperation(extract, context, { path, project, publish: true, hint: "letters" });
    expect(report).toMatchObject({
      outcome: "proposed",
      placements: [{ kind: "proposed" }],
      published: [{ name: "letters" }],
    });
    const { rules } = await runOperation(why, context, { name: "letters", project });
    const rule = rules.find(({ text }) => text === RULE);
    expect(rule?.evidence).toMatchObject([{ status: "verified", support: "user_said", agent: "openai-chat" }]);
    expect(await extractedUpTo(context, "openai-chat", report.sessionId)).toBe(2);
    expect(server.problems).toEqual([]);
  });

  it("waits for approval where the policy says so", async () => {
    const { context, project } = await open([gives("letters", { [RULE]: ["T2.1"] })]);
    const report = await runOperation(extract, context, { path: talk("one", ...LASTING), project });
    expect(report.published).toEqual([]);
    expect(report.proposals).toMatchObject([{ name: "letters", action: "create" }]);
    expect(await listCandidates(await context.store(), "pending")).toHaveLength(1);
  });

  it("says NO_MODEL where there is none", async () => {
    const { another, project } = await open([]);
    const path = talk("one", ...LASTING);
    await expect(runOperation(extract, another({ environment: {} }), { path, project })).rejects.toMatchObject({
      code: "NO_MODEL",
    });
  });

  it("keeps a condition of one request as a draft, and proposes it when another conversation says the same", async () => {
    const rule = "Formal tone, no bullet points.";
    const { context, project } = await open((request: ScriptedRequest) =>
      request.system.includes("skills for later") ? gives("weekly reports", { [rule]: ["T1.1"] }) : { text: "{}" },
    );
    const text = "The weekly report for the board. Formal tone, no bullet points.";
    const first = await runOperation(extract, context, { path: talk("one", text, "Thanks."), project });
    expect(first).toMatchObject({
      outcome: "drafted",
      proposals: [],
      drafts: [{ slug: "weekly-reports", text: rule }],
    });
    expect(await listDrafts(await context.store())).toHaveLength(1);
    const again = await runOperation(extract, context, { path: talk("one", text, "Thanks."), project });
    expect(again).toMatchObject({ promoted: 0, proposals: [] });

    const second = await runOperation(extract, context, {
      path: talk("two", `${text} It is for May.`, "Thanks."),
      project,
    });
    expect(second).toMatchObject({ promoted: 1, proposals: [{ name: "weekly-reports" }] });
    expect(await listDrafts(await context.store())).toEqual([]);
  });

  it("merges into the skill that the judge names, and counts what is said already as support", async () => {
    const more = "Always put the date at the top of letters.";
    const replies: ScriptedReplies = (request: ScriptedRequest) => {
      if (request.system.includes("skills for later")) {
        const second = request.messages[0]?.text.includes("date at the top") === true;
        return second
          ? gives("correspondence", { [RULE]: ["T2.1"], [more]: ["T3.1"] })
          : gives("letters", { [RULE]: ["T2.1"] });
      }
      if (request.system.includes("small and true")) {
        return { text: '{"action":"merge","target":"letters","reason":"Both are about letters."}' };
      }
      return {
        text: '{"decisions":[{"rule":1,"action":"add"},{"rule":2,"action":"same","target":"x"},{"rule":3,"action":"add"}]}',
      };
    };
    const { context, project, server } = await open(replies);
    await runOperation(extract, context, { path: talk("one", ...LASTING), project, publish: true });
    const path = talk("two", ...LASTING, "From now on always put the date at the top of letters.");
    const report = await runOperation(extract, context, { path, project, publish: true });
    expect(report.published).toMatchObject([{ name: "letters", action: "update", revision: 2 }]);
    const { rules } = await runOperation(why, context, { name: "letters", project });
    expect(
      rules.filter(({ section }) => section === "Rules").map(({ text, evidence }) => [text, evidence.length]),
    ).toEqual([
      [RULE, 2],
      [more, 1],
    ]);
    expect(server.problems).toEqual([]);
  });

  it("says why the judge discards", async () => {
    const { context, project } = await open((request: ScriptedRequest) =>
      request.system.includes("small and true")
        ? { text: '{"action":"discard","target":null,"reason":"Anybody would do so."}' }
        : gives(request.messages[0]?.text.includes("party") === true ? "tea" : "letters", {
            [request.messages[0]?.text.includes("party") === true ? "Always serve tea hot." : RULE]: ["T2.1"],
          }),
    );
    await runOperation(extract, context, { path: talk("one", ...LASTING), project, publish: true });
    const path = talk("two", "Plan a tea party.", "From now on always serve tea hot.");
    const report = await runOperation(extract, context, { path, project, publish: true });
    expect(report.published).toEqual([]);
    expect(report.placements).toEqual([{ kind: "discarded", slug: "tea", reason: "Anybody would do so." }]);
  });
});

describe("learn", () => {
  it("lets a model look at conversations without tool work, once for each of their turns", async () => {
    const asked: ScriptedRequest[] = [];
    const rule = "Sign letters with my full name.";
    const { context, project } = await open((request) => {
      asked.push(request);
      return gives("letters", { [rule]: ["T3.1"] });
    });
    const path = talk("one", "Write a letter to the bank.", "Shorter.", "Remember: sign letters with my full name.");
    const report = await runOperation(learn, context, { paths: [path], project });
    expect(report.extractions.runs).toHaveLength(1);
    expect(report.reviews.runs).toEqual([]);
    // The distiller has the rule already: the same rule does not become a second proposal.
    expect(report.proposals).toHaveLength(1);
    const before = asked.length;
    expect((await runOperation(learn, context, { paths: [path], project, again: true })).extractions.runs).toEqual([]);
    expect(asked).toHaveLength(before);
  });

  it("goes on without a model, or when it fails", async () => {
    const { context, another, project } = await open(() => ({ status: 400, text: "no" }));
    const path = talk("one", "Write a report.", "From now on always run the tests before you commit.");
    const without = await runOperation(learn, another({ environment: {} }), { paths: [path], project, dryRun: true });
    expect(without.proposals).toHaveLength(1);
    const failed = await runOperation(learn, context, { paths: [path], project });
    expect(failed.proposals).toHaveLength(1);
    expect(failed.extractions.failed).toMatchObject([{ error: { code: expect.any(String) } }]);
  });
});
