/**
 * `npm run bench:condense [-- --budgets 24000,8000,4000,1000 --mib 100]`: what condensing keeps of the real sessions in `../shared/sessions`,
 * and how long it takes and in how much memory a written transcript of some MiB is condensed.
 *
 * Prints a line for each kind of session; the last line is one JSON object. Sub-agents' sessions and sessions without a
 * message are left out. `kept`: a failure counts as kept when the call that failed, its result and the call that worked are
 * all in the text. `crowded`: written sessions with many such failures, at 24,000 tokens.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type CondensedMessage,
  type CondensedSession,
  collectFacts,
  condenseSession,
  loadSessions,
  readTranscript,
  type Session,
  type SessionHeader,
  transcriptMessages,
} from "../src/session/index.ts";
import { crowdedSession } from "./crowded-session.ts";
import { writeTranscript } from "./import-transcript.ts";
import { sharedFile } from "./shared-data.ts";

interface Figures {
  sessions: number;
  overBudget: number;
  tokensBefore: number;
  tokensAfter: number;
  /** Of sessions over the budget: how much of it is used. */
  budgetUsed: number;
  charactersBefore: number;
  charactersShown: number;
  personMessages: number;
  personWhole: number;
  overcome: number;
  overcomeKept: number;
  milliseconds: number;
  slowestMilliseconds: number;
}

const { values } = parseArgs({
  options: {
    budgets: { type: "string", default: "24000,8000,4000,1000" },
    mib: { type: "string", default: "100" },
    measure: { type: "string" },
  },
});
const budgets = values.budgets.split(",").map(Number);

function nothing(): Figures {
  return {
    sessions: 0,
    overBudget: 0,
    tokensBefore: 0,
    tokensAfter: 0,
    budgetUsed: 0,
    charactersBefore: 0,
    charactersShown: 0,
    personMessages: 0,
    personWhole: 0,
    overcome: 0,
    overcomeKept: 0,
    milliseconds: 0,
    slowestMilliseconds: 0,
  };
}

async function figuresOf(session: Session, budget: number): Promise<Figures> {
  const conversation = { header: session, messages: session.messages };
  const whole = await condenseSession(conversation, { maxTokens: Number.MAX_SAFE_INTEGER });
  const started = performance.now();
  const condensed = await condenseSession(conversation, { maxTokens: budget });
  const milliseconds = performance.now() - started;
  const again = await condenseSession(conversation, { maxTokens: budget });
  if (again.digest !== condensed.digest || condensed.tokens > budget) throw new Error(`not as promised: ${session.id}`);
  const person = condensed.turns.flatMap((turn) => turn.messages).filter(({ kind }) => kind === "person");
  const isOver = whole.tokens > budget;
  const kept = overcomeFailures(session, condensed);
  const charactersBefore = Number(/ of (\d+) characters are not shown\]\n$/.exec(condensed.text)?.[1] ?? 0);
  return {
    sessions: 1,
    overBudget: isOver ? 1 : 0,
    tokensBefore: whole.tokens,
    tokensAfter: condensed.tokens,
    budgetUsed: isOver ? condensed.tokens / budget : 0,
    charactersBefore,
    charactersShown: charactersBefore - condensed.cut.characters,
    personMessages: person.length,
    personWhole: person.filter(({ shown }) => shown === "whole").length,
    overcome: kept.length,
    overcomeKept: kept.filter((is) => is).length,
    milliseconds,
    slowestMilliseconds: milliseconds,
  };
}

/** For each failure that was overcome: whether the call that failed, its result and the call that worked are there. */
function overcomeFailures(session: Session, condensed: CondensedSession): boolean[] {
  const facts = collectFacts(session);
  const places = new Map(condensed.turns.flatMap((turn) => turn.messages).map((one) => [one.pointer.messageId, one]));
  const headings = condensed.text.split("\n").filter((line) => line.startsWith("[T"));
  const has = (place: CondensedMessage | undefined, start: string) =>
    place !== undefined && headings.some((heading) => heading.startsWith(`[${place.id} ${start}`));
  const isThere = (index: number, withResult: boolean) => {
    const fact = facts.toolCalls[index];
    if (fact === undefined) return false;
    const message = session.messages.find(({ id }) => id === fact.call.messageId);
    const calls = message?.parts.filter((part) => part.type === "tool_call") ?? [];
    const order = calls.findIndex(({ callId }) => callId === fact.callId) + 1;
    const place = places.get(fact.call.messageId);
    const name = `model calls ${fact.name}${calls.length === 1 ? "" : `, call ${order} of ${calls.length}`}`;
    if (!has(place, name)) return false;
    const which = calls.length === 1 ? "" : ` (call ${order})`;
    const result = `result of ${fact.name} in ${place?.id}${which}`;
    return !withResult || has(places.get(fact.result?.messageId ?? ""), result);
  };
  return facts.recoveries.map(({ failed, succeeded }) => isThere(failed, true) && isThere(succeeded, false));
}

function added(first: Figures, second: Figures): Figures {
  const sum = { ...first };
  for (const key of Object.keys(sum) as (keyof Figures)[]) {
    sum[key] = key === "slowestMilliseconds" ? Math.max(first[key], second[key]) : first[key] + second[key];
  }
  return sum;
}

function summary(figures: Figures): object {
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000);
  return {
    sessions: figures.sessions,
    overBudget: figures.overBudget,
    tokensBefore: figures.tokensBefore,
    tokensAfter: figures.tokensAfter,
    charactersBefore: figures.charactersBefore,
    charactersShown: share(figures.charactersShown, figures.charactersBefore),
    budgetUsed: share(figures.budgetUsed, figures.overBudget),
    personMessages: figures.personMessages,
    personWhole: share(figures.personWhole, figures.personMessages),
    overcome: figures.overcome,
    overcomeKept: share(figures.overcomeKept, figures.overcome),
    ms: Math.round(figures.milliseconds / Math.max(1, figures.sessions)),
    slowestMs: Math.round(figures.slowestMilliseconds),
  };
}

function transcripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** One long transcript from its file, in a process of its own. */
async function measureFile(path: string): Promise<object> {
  const headers: SessionHeader[] = [];
  await readTranscript(path, { session: (header) => headers.push(header) });
  const [header] = headers;
  if (header === undefined) throw new Error("no session");
  const started = performance.now();
  const messages = transcriptMessages(path, { sessionId: header.id });
  const condensed = await condenseSession({ header, messages });
  const seconds = Math.round(performance.now() - started) / 1000;
  const count = condensed.turns.reduce((sum, turn) => sum + turn.messages.length, 0);
  const rssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { seconds, rssMb, messages: count, tokens: condensed.tokens };
}

function measureLong(mib: number): object {
  const folder = mkdtempSync(join(tmpdir(), "autoskill-bench-condense-"));
  try {
    const file = join(folder, "transcript.jsonl");
    writeTranscript(file, mib);
    const args = [import.meta.filename, "--measure", file];
    return { mib, ...(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as object) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.measure !== undefined) {
  console.log(JSON.stringify(await measureFile(values.measure)));
} else {
  const results = budgets.map((budget) => ({ budget, kinds: new Map<string, Figures>(), over: nothing() }));
  for (const path of transcripts(sharedFile("sessions"))) {
    const { sessions, report } = await loadSessions(path);
    for (const session of sessions) {
      if (session.subAgentOf !== undefined || session.messages.length === 0) continue;
      for (const result of results) {
        const figures = await figuresOf(session, result.budget);
        result.kinds.set(report.kind, added(result.kinds.get(report.kind) ?? nothing(), figures));
        if (figures.overBudget === 1) result.over = added(result.over, figures);
      }
    }
  }
  const byBudget = results.map(({ budget, kinds, over }) => {
    const byKind = Object.fromEntries([...kinds].map(([kind, figures]) => [kind, summary(figures)]));
    for (const [kind, figures] of Object.entries(byKind)) console.log(budget, kind, JSON.stringify(figures));
    return { budget, all: summary([...kinds.values()].reduce(added, nothing())), overBudget: summary(over), byKind };
  });
  const crowded = [];
  for (const failures of [10, 25, 50, 100, 200]) {
    const figures = await figuresOf(crowdedSession(failures), 24_000);
    crowded.push({ failures, ...summary(figures) });
  }
  const written = Number(values.mib) > 0 ? measureLong(Number(values.mib)) : undefined;
  console.log(
    JSON.stringify({
      budgets: byBudget,
      crowded,
      written,
      node: process.version,
      cpu: `${cpus()[0]?.model ?? "unknown"} x${cpus().length}`,
    }),
  );
}
