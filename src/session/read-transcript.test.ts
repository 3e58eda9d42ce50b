import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import type { Message, SessionHeader } from "./model.ts";
import { type ReadOptions, readTranscript } from "./read-transcript.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat, TranscriptLayout } from "./reader.ts";
import { fileWith, folderWith } from "./transcript-file.test-helper.ts";

type Read = (context: ReaderContext) => RecordReader["read"];

/** A format that takes everything of its layout. */
function format(layout: TranscriptLayout, read: Read, more: Partial<TranscriptFormat> = {}): TranscriptFormat {
  return {
    kind: "pi",
    layout,
    recognise: ({ values }) => (layout === "text" || values.length > 0 ? 0.5 : 0),
    open: (context) => ({ read: read(context) }),
    ...more,
  };
}

const say = (context: ReaderContext, text: string, span = { start: 0, end: 1 }): void =>
  context.emit.message("s", {
    id: text,
    role: "user",
    origin: "person",
    parts: [{ type: "text", text }],
    spans: [span],
  });

async function collect(path: string, options: ReadOptions = {}) {
  const messages: { message: Message; header: SessionHeader }[] = [];
  const opened: string[] = [];
  const report = await readTranscript(
    path,
    { session: (header) => opened.push(header.id), message: (message, header) => messages.push({ message, header }) },
    options,
  );
  return { report, messages, opened };
}

const keepAll: Read = () => () => "kept";

test("every record is kept or skipped with its reason, and nothing is left over", async () => {
  const verdicts: Read = () => (record) => (record === 1 ? "kept" : { skipped: `reason_${String(record)}` });
  const { report } = await collect(fileWith("1\n2\n2\n{\n1\n\0\n"), { formats: [format("lines", verdicts)] });
  expect(report).toMatchObject({
    kind: "pi",
    layout: "lines",
    records: 6,
    kept: 2,
    skipped: { reason_2: 2, nul_padding: 1 },
    brokenLines: [4],
    unaccounted: 0,
    sizeBytes: 12,
  });
});

test("a verdict can be revised, and a missing one is the reader's error", async () => {
  const revising: Read = (context) => (record) => {
    if (record === 3) context.revise("superseded");
    return record === 2 ? (undefined as unknown as RecordVerdict) : "kept";
  };
  const { report } = await collect(fileWith([1, 2, 3]), { formats: [format("lines", revising)] });
  expect(report).toMatchObject({ kept: 1, skipped: { superseded: 1, reader_error: 1 }, unaccounted: 0 });
});

test("a reader that throws loses that record only, and says so", async () => {
  const fussy: Read = (context) => (record) => {
    if (record === 2) throw new Error("odd record");
    say(context, String(record));
    return "kept";
  };
  const { report, messages } = await collect(fileWith([1, 2, 3]), { formats: [format("lines", fussy)] });
  expect(messages.map(({ message }) => message.id)).toEqual(["1", "3"]);
  expect(report.skipped).toEqual({ reader_error: 1 });
  expect(report.diagnostics).toEqual([{ code: "reader_error", detail: "bytes 2-3: odd record" }]);
  expect(report.unaccounted).toBe(0);
});

test("a format that throws when it recognises or opens harms no one", async () => {
  const path = fileWith([1]);
  const throws = (): never => {
    throw new Error("no");
  };
  const good = format("lines", keepAll);
  expect((await collect(path, { formats: [{ ...good, recognise: throws }, good] })).report.kept).toBe(1);
  const { report } = await collect(path, { formats: [{ ...good, open: throws }] });
  expect(report.skipped).toEqual({ reader_error: 1 });
});

test("the highest confidence wins, and the earlier of two equal ones", async () => {
  const path = fileWith([1]);
  const named = (kind: "pi" | "cursor" | "codex", confidence: number): TranscriptFormat => ({
    ...format("lines", keepAll),
    kind,
    recognise: () => confidence,
  });
  const kindOf = async (formats: TranscriptFormat[]) => (await collect(path, { formats })).report.kind;
  expect(await kindOf([named("pi", 0.5), named("cursor", 0.9)])).toBe("cursor");
  expect(await kindOf([named("pi", 0.5), named("codex", 0.5)])).toBe("pi");
  expect(await kindOf([named("pi", 0)])).toBe("unknown");
});

test("a document is recognised when the whole file is one value, and its records have their own spans", async () => {
  const document = { info: "é", messages: [{ text: "one" }, { text: "two" }] };
  const path = fileWith(`\uFEFF${JSON.stringify(document, null, 2)}\n`);
  const spans: string[] = [];
  const bytes = readFileSync(path);
  const reading: Read = () => (_record, span) => {
    spans.push(bytes.toString("utf8", span.start, span.end));
    return "kept";
  };
  const documents = format("document", reading, {
    recognise: ({ values }) => ("messages" in (values[0] as object) ? 0.9 : 0),
    records: (value) =>
      (value as typeof document).messages.map((message, index) => ({ value: message, path: ["messages", index] })),
  });
  const { report } = await collect(path, { formats: [documents] });
  expect(report).toMatchObject({ layout: "document", records: 2, kept: 2, unaccounted: 0 });
  expect(spans.map((span) => JSON.parse(span))).toEqual(document.messages);
  expect((await collect(fileWith([document, document]), { formats: [documents] })).report.kind).toBe("unknown");
});

test("text comes as lines, blank ones too, with spans that leave out the line's end", async () => {
  const path = fileWith("# log\r\n\nlast é");
  const bytes = readFileSync(path);
  const lines: unknown[] = [];
  const reading: Read =
    () =>
    (record, { start, end }) => {
      lines.push(record);
      expect(bytes.toString("utf8", start, end)).toBe(record);
      return "kept";
    };
  const { report } = await collect(path, { formats: [format("text", reading)] });
  expect(lines).toEqual(["# log", "", "last é"]);
  expect(report).toMatchObject({ records: 3, kept: 3, unaccounted: 0 });
});

test("headers fill up while reading: what is set stays, the end and the outcome move on", async () => {
  const reading: Read = ({ emit }) => {
    let count = 0;
    return () => {
      count++;
      emit.session("s", {
        title: `title ${count}`,
        endedAt: `2026-01-0${4 - count}T00:00:00Z`,
        outcome: { status: count === 3 ? "success" : "failure" },
      });
      return "kept";
    };
  };
  const { report, opened } = await collect(fileWith([1, 2, 3]), { formats: [format("lines", reading)] });
  expect(opened).toEqual(["s"]);
  expect(report.sessions).toEqual([
    {
      modelVersion: 1,
      id: "s",
      source: "pi",
      title: "title 1",
      endedAt: "2026-01-03T00:00:00Z",
      outcome: { status: "success" },
    },
  ]);
});

test("messages give a session its start and end, and arrive redacted", async () => {
  const token = `ghp_${"z9Y8".repeat(9)}`;
  const reading: Read = ({ emit }) => {
    return (record) => {
      const at = `2026-01-0${String(record)}T00:00:00Z`;
      const parts: Message["parts"] = [{ type: "text", text: `key ${token}` }];
      emit.message("s", { id: at, at, role: "user", origin: "person", parts, spans: [{ start: 0, end: 1 }] });
      emit.session("s", { title: `uses ${token}` });
      emit.diagnostic("odd", token);
      return "kept";
    };
  };
  const { report, messages } = await collect(fileWith([2, 1, 3]), { formats: [format("lines", reading)] });
  expect(report.sessions[0]).toMatchObject({ startedAt: "2026-01-02T00:00:00Z", endedAt: "2026-01-03T00:00:00Z" });
  expect(JSON.stringify([report, messages])).not.toContain(token);
});

test("a secret in a session's id, folder or model name is redacted as well", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const read: Read = (context) => () => {
    context.emit.session(`run-${token}`, { projectRoot: `/work/${token}`, title: token, model: token });
    return "kept";
  };
  const { report } = await collect(fileWith("{}\n{}\n"), { formats: [format("lines", read)] });
  expect(report.sessions).toHaveLength(1);
  expect(JSON.stringify(report.sessions)).not.toContain(token);
  expect(report.sessions[0]?.id).toContain("run-");
});

test("a named pipe is refused at once instead of waited for", { timeout: 10_000 }, async () => {
  const path = join(folderWith({}), "pipe");
  execFileSync("mkfifo", [path]);
  await expect(collect(path)).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
});

test("companion files are read after the records, and one that is broken is a diagnostic", async () => {
  const folder = folderWith({ main: [1], good: '{"part":1}', bad: "{" });
  const seen: unknown[] = [];
  const lines = format("lines", keepAll, {
    companions: async () => [`${folder}/good`, `${folder}/bad`, `${folder}/none`],
    open: () => ({
      read: () => {
        seen.push("record");
        return "kept";
      },
      companion: (value) => seen.push(value),
      end: () => seen.push("end"),
    }),
  });
  const { report } = await collect(`${folder}/main`, { formats: [lines] });
  expect(seen).toEqual(["record", { part: 1 }, "end"]);
  expect(report.diagnostics.map(({ code }) => code)).toEqual(["companion_unreadable", "companion_unreadable"]);
});

test("a session without an id gets one that depends on the file's content alone", async () => {
  const reading: Read = (context) => () => {
    context.emit.session(context.fallbackSessionId);
    return "kept";
  };
  const idOf = async (records: unknown[]) =>
    (await collect(fileWith(records), { formats: [format("lines", reading)] })).opened[0];
  expect(await idOf([1, 2])).toMatch(/^pi-[0-9a-f]{16}$/);
  expect(await idOf([1, 2])).toBe(await idOf([1, 2]));
  expect(await idOf([1, 3])).not.toBe(await idOf([1, 2]));
});

test("empty files and files of white space have no records", async () => {
  for (const content of ["", "\n\n\r\n", "\uFEFF", "\0\0\n"]) {
    expect((await collect(fileWith(content))).report).toMatchObject({ kind: "empty", records: 0, unaccounted: 0 });
  }
});

test("what is no transcript is skipped as such: JSON by value, anything else as a whole", async () => {
  const skippedOf = async (content: string | Uint8Array) => (await collect(fileWith(content))).report;
  expect(await skippedOf('{"some":"settings"}')).toMatchObject({ kind: "unknown", skipped: { not_a_transcript: 1 } });
  expect(await skippedOf('{"a":1}\n{"b":\n')).toMatchObject({ records: 2, brokenLines: [2], unaccounted: 0 });
  expect(await skippedOf("# Notes\n\n- one\n")).toMatchObject({ records: 1, skipped: { not_a_transcript: 1 } });
  expect(await skippedOf(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]))).toMatchObject({
    records: 1,
    unaccounted: 0,
  });
});

test("a log with some JSON in it is no transcript", async () => {
  const log = Array.from({ length: 60 }, (_, index) => (index % 6 === 0 ? '{"a":1}' : `[${index}:00] step`)).join("\n");
  const { report } = await collect(fileWith(log), { formats: [format("lines", keepAll)] });
  expect(report).toMatchObject({ kind: "unknown", records: 60, unaccounted: 0 });
});

test("a file that cannot be read is an error with a code", async () => {
  await expect(collect("/nowhere/at/all")).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
  await expect(collect(folderWith({}))).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
});

test("reading stops when asked to", async () => {
  const controller = new AbortController();
  controller.abort(new Error("enough"));
  await expect(collect(fileWith([1]), { signal: controller.signal })).rejects.toThrow("enough");
});

test("progress is told up to the end", async () => {
  const path = fileWith(Array(60_000).fill({ text: "some words to fill the file" }));
  const told: number[] = [];
  const formats = [format("lines", keepAll)];
  const { report } = await collect(path, { formats, progress: (bytesRead) => told.push(bytesRead) });
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe(report.sizeBytes);
});

test("an entry of an archive is read as a file is; one that is not there cannot be read", async () => {
  const archive = zipSync({ "in/a.jsonl": Buffer.from("1\n2\n") });
  const path = join(folderWith({ "export.zip": archive }), "export.zip");
  const options = { formats: [format("lines", keepAll)] };
  const { report } = await collect(`${path}!in/a.jsonl`, options);
  expect(report).toMatchObject({ path: `${path}!in/a.jsonl`, records: 2, kept: 2, sizeBytes: 4 });
  expect((await collect("nowhere", { ...options, bytes: Buffer.from("1\n") })).report).toMatchObject({ records: 1 });
  for (const missing of [`${path}!in/b.jsonl`, `${path}x.zip!a`]) {
    await expect(collect(missing, options)).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
  }
});
