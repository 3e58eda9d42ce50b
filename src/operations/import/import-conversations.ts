/**
 * Conversations and trajectories of every format that `sessions` reads, one after another: in archives a conversation is
 * over when the next one begins, so that memory and what a killed run has to do again stay small, however long the file.
 */
import { createHash } from "node:crypto";
import { learnFromFacts } from "../../learn/index.ts";
import {
  createFactCollector,
  type FactCollector,
  type Message,
  messageText,
  type SessionFacts,
  type SessionHeader,
  type TranscriptReport,
} from "../../session/index.ts";
import { FORGOTTEN, findSession, recordSession, type SessionRecord } from "../../store/index.ts";
import { type Configuration, loadConfiguration } from "../configuration.ts";
import { reinforce } from "../decide.ts";
import { sessionRecord } from "../learn/learn.ts";
import type { Placement } from "../learn/proposal-book.ts";
import { type Target, targetFor } from "../learn/target.ts";
import { readSource } from "../transcript-source.ts";
import { isWanted } from "./filters.ts";
import type { ImportSource } from "./find-sources.ts";
import {
  type DoneUnit,
  type ImportRun,
  isKnown,
  isOver,
  outcomeOf,
  settleUnits,
  skillsOf,
  unitId,
} from "./import-run.ts";

/** Formats whose files hold many conversations one after the other. */
const ARCHIVES = new Set(["openai-chat", "sharegpt", "chatgpt", "claude-ai", "gemini-apps", "open-webui"]);
const PERSON_TEXT = 4_000;
/** So many conversations are settled in one transaction. */
const BATCH = 200;

interface OpenConversation {
  header: SessionHeader;
  collector: FactCollector;
  hash: ReturnType<typeof createHash>;
  personText: string;
}

interface EndedConversation {
  header: SessionHeader;
  facts: SessionFacts;
  digest: string;
  personText: string;
}

/**
 * @param bytes the content of an entry of an archive; `source.path` is where it can be read again.
 * @returns the reader's report; its kind tells whether the file held conversations at all.
 */
export async function importConversations(
  run: ImportRun,
  source: ImportSource,
  bytes?: Uint8Array,
): Promise<TranscriptReport> {
  const open = new Map<string, OpenConversation>();
  let ended: EndedConversation[] = [];
  const configurations = new Map<string | undefined, Configuration>();
  const stop = new AbortController();
  const signal = AbortSignal.any([run.context.signal, stop.signal]);

  const end = (id: string): void => {
    const conversation = open.get(id);
    if (conversation === undefined) return;
    open.delete(id);
    const { header, collector, hash, personText } = conversation;
    ended.push({ header, facts: collector.finish(), digest: hash.digest("hex"), personText });
  };
  const settle = async (): Promise<void> => {
    const batch = ended;
    ended = [];
    for (let at = 0; at < batch.length; at += BATCH) {
      await learnFrom(run, source, batch.slice(at, at + BATCH), configurations);
      if (isOver(run)) return stop.abort();
    }
  };

  let report: TranscriptReport | undefined;
  try {
    report = await readSource(
      source.path,
      {
        session(header) {
          if (ARCHIVES.has(header.source)) for (const id of [...open.keys()]) end(id);
          const conversation = {
            header,
            collector: createFactCollector(header),
            hash: createHash("sha256"),
            personText: "",
          };
          open.set(header.id, conversation);
        },
        message(message, header) {
          const conversation = open.get(header.id);
          if (conversation !== undefined) take(conversation, message);
        },
      },
      {
        signal,
        progress: (done) => run.progress.at(source.path, done),
        between: settle,
        ...(bytes === undefined ? {} : { bytes }),
      },
    );
  } catch (error) {
    if (!stop.signal.aborted || run.report.interrupted) throw error;
    return {
      path: source.path,
      kind: "openai-chat",
      sizeBytes: 0,
      records: 0,
      kept: 0,
      skipped: {},
      brokenLines: [],
      unaccounted: 0,
      sessions: [],
      diagnostics: [],
    };
  }
  for (const id of [...open.keys()]) end(id);
  await settle();
  return report;
}

function take(conversation: OpenConversation, message: Message): void {
  conversation.collector.add(message);
  conversation.hash.update(JSON.stringify([message.role, message.thread ?? "", message.parts]));
  if (message.origin !== "person" || conversation.personText.length >= PERSON_TEXT) return;
  conversation.personText += `${messageText(message).slice(0, PERSON_TEXT)}\n`;
}

async function learnFrom(
  run: ImportRun,
  source: ImportSource,
  batch: readonly EndedConversation[],
  configurations: Map<string | undefined, Configuration>,
): Promise<void> {
  const { context, input, store, book, now, report } = run;
  const done: DoneUnit[] = [];
  const records: SessionRecord[] = [];
  const supports: (() => Promise<void>)[] = [];
  for (const { header, facts, digest, personText } of batch) {
    if (input.limit !== undefined && report.units.done + done.length >= input.limit) break;
    const face = { personTurns: facts.personTurns, language: header.language, model: header.model, personText };
    if (!isWanted(face, input)) {
      report.units.filtered++;
      continue;
    }
    const target = await targetFor(context, input, header);
    const kind = facts.toolCalls.length > 0 ? "trajectory" : "conversation";
    const id = unitId("session", digest, `${target.scope} ${target.projectRoot ?? ""}`);
    const known = await findSession(store, header.source, header.id);
    const forgotten = known?.gateReason === FORGOTTEN;
    if (kind === "conversation" && !forgotten) {
      run.talks.push({ agent: header.source, sessionId: header.id, path: source.path, personTurns: facts.personTurns });
    }
    if (done.some((item) => item.id === id)) {
      report.units.known++;
      continue;
    }
    if (await isKnown(run, id)) continue;
    const settings = configurations.get(target.projectRoot) ?? (await loadConfiguration(context, target.projectRoot));
    configurations.set(target.projectRoot, settings);
    const learned = await learnFromFacts(header, facts, source.path, {
      now,
      gate: () => ({
        enabled: settings["learn.enabled"] && !forgotten,
        minToolCalls: settings["learn.minimumToolCalls"],
        minSignalCalls: settings["learn.minimumSignalCalls"],
        ...(known === undefined || input.again
          ? {}
          : { cursor: { personTurns: known.personTurns, toolCalls: known.toolCalls } }),
      }),
    });
    const placements: Placement[] = [];
    for (const candidate of learned.candidates) {
      const placement = await book.place(candidate, target, now);
      placements.push(placement);
      supports.push(...supportFor(run, placement, candidate, target));
    }
    const skips =
      learned.excluded ?? (learned.decision.decision === "skip" ? learned.decision.reason : "nothing_found");
    done.push({
      id,
      digest,
      placements,
      unit: {
        kind,
        path: source.path,
        name: header.id,
        ...outcomeOf(placements, skips),
        skills: skillsOf(run, placements),
      },
    });
    if (learned.candidates.length > 0) {
      const file = { path: source.path, sizeBytes: source.sizeBytes, modifiedMs: source.modifiedMs };
      records.push(sessionRecord(learned, placements.length, file, now));
      if (kind === "trajectory") run.learned.push({ path: source.path, sessionId: header.id });
    }
  }
  await settleUnits(run, done, async (transaction) => {
    for (const record of records) await recordSession(transaction, record);
  });
  if (!input.dryRun) for (const support of supports) await support();
}

/** A published skill that already says it gets one more session behind it. */
function supportFor(
  { context }: ImportRun,
  placement: Placement,
  candidate: Parameters<typeof reinforce>[1],
  target: Target,
): (() => Promise<void>)[] {
  const slug =
    placement.kind === "reinforced" ? placement.slug : "updates" in placement ? placement.updates : undefined;
  return slug === undefined ? [] : [() => reinforce(context, { ...candidate, slug }, target)];
}
