import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createLineReader } from "./line-reader.ts";

function reader() {
  const input = new PassThrough();
  const stop = new AbortController();
  const lines = createLineReader({ input, output: new PassThrough(), terminal: false, signal: stop.signal });
  return { input, lines, stop };
}

it("keeps lines until somebody asks, and joins those that go on", async () => {
  const { input, lines } = reader();
  input.write("one\ntwo \\\nthree\nfour");
  expect(await lines.ask("? ")).toBe("one");
  expect(await lines.ask("? ")).toBe("two \nthree");
  const last = lines.ask("? ");
  input.end();
  expect(await last).toBe("four");
  expect(await lines.ask("? ")).toBeUndefined();
});

it("gives up a question when another is asked, so that a line answers the later one alone", async () => {
  const { input, lines } = reader();
  const given = lines.ask("Run it? ");
  const later = lines.ask("› ");
  input.write("y\n");
  expect(await given).toBeUndefined();
  expect(await later).toBe("y");
  lines.close();
});

it("answers nothing more once everything is to stop", async () => {
  const { lines, stop, input } = reader();
  const waiting = lines.ask("? ");
  stop.abort();
  expect(await waiting).toBeUndefined();
  input.write("late\n");
  expect(await lines.ask("? ")).toBeUndefined();
  lines.close();
});
