/** The archives that people download from chat programs, from the file to the evidence behind a rule. */
import { rmSync } from "node:fs";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatGptConversation, claudeAiConversation } from "../../session/readers/chat-export-fixtures.test-helper.ts";
import { learn } from "../learn/learn.ts";
import { runOperation } from "../operation.ts";
import { why } from "../why.ts";
import { RULE, type Scratch, scratch } from "./import.test-helper.ts";
import { importArchives } from "./import.ts";
import type { ImportReport } from "./model.ts";

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

const chatGpt = (id: string, said: readonly string[]): object =>
  chatGptConversation(
    id,
    said.flatMap((content, at) => [
      { id: `${id}-u${at}`, role: "user", content },
      { id: `${id}-a${at}`, role: "assistant", content: "Understood." },
    ]),
  );
const claudeAi = (id: string, said: readonly string[]): object =>
  claudeAiConversation(
    id,
    said.flatMap((content) => [
      { sender: "human", content },
      { sender: "assistant", content: "Understood." },
    ]),
  );

const twice = [
  chatGpt("11111111", ["Write to the bank.", RULE, "Thanks."]),
  chatGpt("22222222", [RULE, "Draft the invitation."]),
  chatGpt("33333333", ["What is two and two?", "And three?"]),
];

const importAt = (path: string, more: object = {}): Promise<ImportReport> =>
  runOperation(importArchives, place.context, { paths: [path], user: true, review: false, publish: true, ...more });

/** Status, agent and words of the evidence behind the rules of the only skill. */
async function evidenceOf({ published }: Pick<ImportReport, "published">) {
  const { rules } = await runOperation(why, place.context, { name: published[0]?.name ?? "", user: true });
  const rule = rules.find(({ text }) => text.includes("British"));
  return rule?.evidence.map(({ status, agent, quote }) => [status, agent, quote]);
}

describe("an export of ChatGPT", () => {
  it("teaches what was said in two conversations, and `why` finds both again", async () => {
    const report = await importAt(place.write("conversations.json", JSON.stringify(twice)));
    expect(report.units).toMatchObject({ done: 3, byKind: { conversation: 3 } });
    expect(report.published).toHaveLength(1);
    expect(await evidenceOf(report)).toEqual([
      ["verified", "chatgpt", RULE],
      ["verified", "chatgpt", RULE],
    ]);
  });

  it("teaches the same through `learn`", async () => {
    const path = place.write("conversations.json", JSON.stringify(twice));
    const report = await runOperation(learn, place.context, {
      paths: [path],
      user: true,
      review: false,
      publish: true,
    });
    expect(report.published).toHaveLength(1);
    expect(await evidenceOf(report)).toHaveLength(2);
  });

  it("is read out of the zip in which it comes, in numbered pieces too, and `why` reads the zip again", async () => {
    const path = place.write(
      "export.zip",
      zipSync({
        "user.json": Buffer.from(JSON.stringify({ id: "user-1", email: "someone@example.org" })),
        "chat.html": Buffer.from("<html><body><h1>Rules</h1><ul><li>Always shout.</li></ul></body></html>"),
        "conversations-000.json": Buffer.from(JSON.stringify(twice.slice(0, 1))),
        "conversations-001.json": Buffer.from(JSON.stringify(twice.slice(1))),
      }),
    );
    const report = await importAt(path);
    expect(report.files).toMatchObject({ read: 1, failed: [] });
    expect(report.units.byKind).toEqual({ conversation: 3 });
    expect((await evidenceOf(report))?.map(([status]) => status)).toEqual(["verified", "verified"]);
    expect((await importAt(path)).files.unchanged).toBe(1);
    rmSync(path);
    expect((await evidenceOf(report))?.map(([status]) => status)).toEqual(["missing", "missing"]);
  });

  it("gives each conversation once, wherever it lies", async () => {
    await importAt(place.write("conversations.json", JSON.stringify(twice)));
    const zip = zipSync({ "conversations.json": Buffer.from(JSON.stringify(twice)) });
    expect((await importAt(place.write("export.zip", zip))).units).toMatchObject({ done: 0, known: 3 });
  });
});

describe("an export of Claude.ai", () => {
  it("stands behind the same rule, in a list and one conversation a line", async () => {
    const first = await importAt(
      place.write("conversations.json", JSON.stringify([claudeAi("44444444", [RULE, "Go on."])])),
    );
    const line = `${JSON.stringify(claudeAi("55555555", ["Hi.", RULE]))}\n`;
    await importAt(place.write("data.jsonl", line));
    expect(await evidenceOf(first)).toEqual([
      ["verified", "claude-ai", RULE],
      ["verified", "claude-ai", RULE],
    ]);
  });
});
