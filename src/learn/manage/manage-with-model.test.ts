import { afterEach, describe, expect, it } from "vitest";
import { sha256 } from "../../base/index.ts";
import { createApiModel } from "../../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReply,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { parseSkill, printSkill } from "../../skill/index.ts";
import type { Candidate, RuleEvidence } from "../candidate.ts";
import { asUpdate, type ExistingSkill } from "../match.ts";
import { candidateToSkill } from "../to-skill.ts";
import { manageWithModel } from "./manage-with-model.ts";

const NOW = new Date("2026-01-02T03:04:05.000Z");
const evidence: RuleEvidence[] = [
  {
    sessionId: "s",
    source: "openai-chat",
    sourcePath: "/x.json",
    pointer: { turn: 2, messageId: "m2", origin: "person", span: { start: 0, end: 1 }, digest: "d" },
    support: "user_said",
    quote: "q",
  },
];
const candidate = (slug: string, ...rules: string[]): Candidate => ({
  id: "cand_x",
  proposer: "extractor",
  action: "create",
  slug,
  title: slug.replaceAll("-", " "),
  description: `How ${slug} is done.`,
  tags: [],
  rules: rules.map((text) => ({ section: "Rules", text, evidence })),
  confidence: 0.8,
  rationale: "Said.",
});
const skill = (slug: string, ours: boolean, ...rules: string[]): ExistingSkill => {
  const text = printSkill(candidateToSkill(candidate(slug, ...rules), NOW));
  return { slug, text, hash: sha256(text), ours };
};

const SIGN = "Sign letters with my full name.";
const DATE = "Put the date at the top of letters.";
const letters = skill("letters", true, SIGN, "Keep letters under one page of text.");

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const manage = async (found: Candidate, neighbours: ExistingSkill[], ...replies: ScriptedReply[]) => {
  server = await startScriptedModelServer({ replies });
  const { openaiBaseUrl: baseUrl, apiKey } = server;
  const model = createApiModel({ provider: "openai-compatible", model: "scripted", baseUrl, apiKey });
  return manageWithModel(model, found, neighbours, NOW);
};
const judged = (action: string, target: string | null, reason = "Because.") => ({
  text: JSON.stringify({ action, target, reason }),
});
const decisions = (...list: object[]) => ({ text: JSON.stringify({ decisions: list }) });

describe("what becomes of a candidate, with a model", () => {
  it("does not ask where nothing is near", async () => {
    expect(await manage(candidate("tea", "Serve tea hot."), [])).toMatchObject({ action: "add", by: "rules" });
    expect(server?.requests).toEqual([]);
  });

  it("adds what is a capability of its own, and discards with a reason", async () => {
    const tea = candidate("tea", "Serve tea hot.");
    expect(await manage(tea, [letters], judged("add", null))).toMatchObject({ action: "add", by: "model" });
    const gone = await manage(tea, [letters], judged("discard", null, "Anybody would."));
    expect(gone).toMatchObject({ action: "discard", reason: "Anybody would.", by: "model" });
  });

  it("places each rule in a merge, by id and number, and writes no text of its own", async () => {
    const [, page] = parseSkill(letters.text).rules;
    const longer = "Keep letters under one page of text, and reports under three.";
    const found = candidate(
      "correspondence",
      "Always write my whole name below.",
      longer,
      DATE,
      "The letter to Mr Smith is late.",
    );
    const id = parseSkill(letters.text).rules[0]?.id;
    const managed = await manage(
      found,
      [letters],
      judged("merge", "letters"),
      decisions(
        { rule: 1, action: "same", target: id },
        { rule: 2, action: "replace", target: page?.id },
        { rule: 3, action: "add" },
        { rule: 4, action: "leave_out", reason: "One letter." },
      ),
    );
    expect(managed).toMatchObject({ action: "merge", target: "letters", by: "model" });
    expect(managed.leftOut).toEqual([{ rule: "The letter to Mr Smith is late.", reason: "One letter." }]);
    expect(managed.candidate.rationale).toContain("Replaces: “Keep letters under one page of text.”");
    const update = asUpdate(managed.candidate, letters, NOW);
    expect(update?.edits?.filter(({ op }) => op !== "set_field")).toMatchObject([
      { op: "replace", rule: page?.id, text: longer },
      { op: "add", text: DATE },
    ]);
  });

  it("adds instead of replacing where something of the old rule would be lost", async () => {
    const [, page] = parseSkill(letters.text).rules;
    const managed = await manage(
      candidate("correspondence", DATE),
      [letters],
      judged("merge", "letters"),
      decisions({ rule: 1, action: "replace", target: page?.id }),
    );
    expect(managed.candidate.edits ?? []).toEqual([]);
    expect(managed.candidate.rules.map(({ text }) => text)).toEqual([DATE]);
  });

  it("makes a merge of a discard in favour of a skill that does not say it", async () => {
    const managed = await manage(candidate("dates", DATE), [letters], judged("discard", "letters"), decisions());
    expect(managed).toMatchObject({ action: "merge", target: "letters" });
    const known = await manage(candidate("names", SIGN), [letters], judged("discard", "letters"));
    expect(known.action).toBe("discard");
  });

  it("leaves a person's own skill alone", async () => {
    const own = skill("letters", false, SIGN);
    const managed = await manage(candidate("dates", DATE), [own], judged("merge", "letters"));
    expect(managed).toMatchObject({ action: "discard", target: "letters" });
    expect(managed.reason).toContain("left alone");
  });

  it("goes by the rules when the model fails, names nothing that is there, or adds a second skill of one name", async () => {
    const found = candidate("letters", DATE);
    for (const reply of [{ status: 400, text: "no" }, judged("merge", "elsewhere"), judged("add", null)]) {
      expect(await manage(found, [letters], reply)).toMatchObject({ action: "merge", target: "letters", by: "rules" });
      await server?.close();
    }
    const placed = await manage(found, [letters], judged("merge", "letters"), { status: 400, text: "no" });
    expect(placed).toMatchObject({ action: "merge", by: "model", candidate: { rules: [{ text: DATE }] } });
  });
});
