import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { runOperation } from "../operation.ts";
import { openReviewBench, type ReviewBench } from "../review/review.test-helper.ts";
import { conversation, jsonLines } from "./import.test-helper.ts";
import { importArchives } from "./import.ts";

let bench: ReviewBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const NOTHING = { text: JSON.stringify({ skills: [] }) };

it("a model looks at as many conversations as allowed; the rest waits for the next run, and nothing is asked twice", async () => {
  bench = await openReviewBench([NOTHING, NOTHING, NOTHING]);
  const { context, folder, project, server } = bench;
  const path = join(folder, "chats.jsonl");
  writeFileSync(
    path,
    jsonLines(["a", "b", "c"].map((id) => conversation(id, [`Write about ${id}.`, "Make it shorter."]))),
  );
  const at = (more: object) => runOperation(importArchives, context, { paths: [path], project, parallel: 2, ...more });
  const first = await at({ modelSessions: 2 });
  expect(first.extractions).toMatchObject({ failed: [], beyondLimit: 1 });
  expect(first.extractions.runs.map(({ sessionId }) => sessionId).sort()).toEqual([
    "conversation-a-of-this-test",
    "conversation-b-of-this-test",
  ]);
  expect(first.cost.calls).toBe(2);
  const second = await at({ modelSessions: 2 });
  expect(second.units).toMatchObject({ done: 0, known: 3 });
  expect(second.extractions.runs.map(({ sessionId }) => sessionId)).toEqual(["conversation-c-of-this-test"]);
  const third = await at({});
  expect(third.files.unchanged).toBe(1);
  expect(third.cost.calls).toBe(0);
  expect(server.problems).toEqual([]);
});
