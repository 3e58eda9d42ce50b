/**
 * OpenHands, in two forms that share their events (see openhands-events.ts):
 * - benchmark output (`output.jsonl`): one run a line, events in `history`, beside `instance_id`, `metadata`,
 *   `test_result` and `error`;
 * - an exported or replayed trajectory: one JSON list of events.
 * A run alone in its file is read as a document, so that each event has its own place; in a longer file all messages of
 * a run have the place of its line. In a benchmark run only the first message of the user is the person's: the others
 * are written by the harness ("Please continue …").
 */
import type { ByteSpan, Outcome } from "../model.ts";
import type { DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { createEventReader, type EventReader, isOpenHandsEvent } from "./openhands-events.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

function isRun(value: unknown): boolean {
  const run = asRecord(value);
  const history = asArray(run?.history);
  if (run === undefined || history.length === 0) return false;
  // The oldest output files keep pairs [action, observation].
  return history.slice(0, 5).every((event) => isOpenHandsEvent(event) || asArray(event).some(isOpenHandsEvent));
}

/** `run`: a run without its events; `event`: one event, of a run where `ofRun` is set. */
type OpenHandsRecord = { run: JsonRecord } | { event: unknown; ofRun?: true };

function* records(document: unknown): Iterable<DocumentRecord> {
  const run = asRecord(document);
  if (run !== undefined) {
    yield { value: { run } satisfies OpenHandsRecord, path: "instance_id" in run ? ["instance_id"] : [] };
    const history = asArray(run.history);
    for (let index = 0; index < history.length; index++) {
      yield { value: { event: history[index], ofRun: true } satisfies OpenHandsRecord, path: ["history", index] };
    }
    return;
  }
  const events = asArray(document);
  for (let index = 0; index < events.length; index++) {
    yield { value: { event: events[index] } satisfies OpenHandsRecord, path: [index] };
  }
}

function openDocument({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  let session = fallbackSessionId;
  let events: EventReader | undefined;
  return {
    read(value, span) {
      const record = asRecord(value);
      const run = asRecord(record?.run);
      if (run !== undefined) {
        session = runSession(run, fallbackSessionId);
        emit.session(session, headerOf(run));
        return "kept";
      }
      events ??= createEventReader(emit, session, record?.ofRun === true);
      return readEvent(events, record?.event, span);
    },
  };
}

function openLines({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const runs = new Map<string, number>();
  let loose: EventReader | undefined;
  return {
    read(value, span) {
      if (isOpenHandsEvent(value)) {
        loose ??= createEventReader(emit, fallbackSessionId, false);
        return loose.read(value, span);
      }
      const run = asRecord(value);
      if (run === undefined || !Array.isArray(run.history)) return { skipped: "not_a_run" };
      let session = runSession(run, fallbackSessionId);
      const attempt = (runs.get(session) ?? 0) + 1;
      runs.set(session, attempt);
      if (attempt > 1) session = `${session}~${attempt}`;
      emit.session(session, headerOf(run));
      const events = createEventReader(emit, session, true);
      for (const event of run.history) readEvent(events, event, span);
      return "kept";
    },
  };
}

function readEvent(events: EventReader, value: unknown, span: ByteSpan) {
  if (!Array.isArray(value)) return events.read(value, span);
  const verdicts = value.map((event) => events.read(event, span));
  return verdicts.find((verdict) => verdict === "kept") ?? verdicts[0] ?? ({ skipped: "no_content" } as const);
}

const runSession = (run: JsonRecord, fallback: string): string => {
  const instance = asString(run.instance_id);
  return instance === undefined ? fallback : `${fallback}-${instance}`;
};

function headerOf(run: JsonRecord) {
  const metadata = asRecord(run.metadata);
  const title = asString(run.instance_id);
  const model = asString(asRecord(metadata?.llm_config)?.model);
  const version = asString(metadata?.agent_version) ?? asString(metadata?.version);
  return {
    outcome: outcomeOf(run),
    ...(title && { title }),
    ...(model && { model }),
    ...(version && { sourceVersion: version }),
  };
}

/** What the evaluation says (`resolved`), else what stopped the run. A run that merely ended may be right or wrong. */
function outcomeOf(run: JsonRecord): Outcome {
  const test = asRecord(run.test_result);
  const reports = [asRecord(run.report), asRecord(test?.report), test, asRecord(run.fine_grained_report)];
  const resolved = reports.map((report) => report?.resolved).find((value) => typeof value === "boolean");
  if (resolved !== undefined) {
    return { status: resolved ? "success" : "failure", basis: "recorded", detail: `resolved: ${resolved}` };
  }
  const error = asString(run.error);
  return error === undefined ? { status: "unknown" } : { status: "failure", basis: "recorded", detail: error };
}

export const openHandsRuns: TranscriptFormat = {
  kind: "openhands",
  layout: "lines",
  recognise({ values }) {
    if (values.some(isRun)) return 0.93;
    const events = values.filter(isOpenHandsEvent).length;
    return events > 0 && events * 2 >= values.length ? 0.92 : 0;
  },
  open: openLines,
};

export const openHandsDocument: TranscriptFormat = {
  kind: "openhands",
  layout: "document",
  recognise({ values: [document] }) {
    if (isRun(document)) return 0.95;
    const events = asArray(document);
    return events.length > 0 && events.slice(0, 20).every(isOpenHandsEvent) ? 0.95 : 0;
  },
  records,
  open: openDocument,
};
