/** Whole sessions in memory, sub-agents as children. For sessions of a size that fits; else use `readTranscript`. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Session, SessionHeader } from "./model.ts";
import { type ReadOptions, readTranscript } from "./read-transcript.ts";
import type { TranscriptReport } from "./transcript-report.ts";

export interface LoadOptions extends ReadOptions {
  /** Also load the sub-agents that lie beside the file in `<file name>/subagents/`. Default false. */
  withChildren?: boolean;
}

/**
 * Reads a file into sessions. Threads of a session become children with id `<session>:<thread>`; a sub-agent session
 * becomes a child of the session it names when that is in the same file (or, with `withChildren`, beside it).
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE`
 */
export async function loadSessions(
  path: string,
  options: LoadOptions = {},
): Promise<{ sessions: Session[]; report: TranscriptReport }> {
  const { sessions, report } = await loadFile(path, options);
  if (options.withChildren) {
    for (const file of await subAgentFiles(path)) sessions.push(...(await loadFile(file, options)).sessions);
  }
  return { sessions: attachChildren(sessions), report };
}

async function loadFile(
  path: string,
  options: ReadOptions,
): Promise<{ sessions: Session[]; report: TranscriptReport }> {
  const found = new Map<SessionHeader, { session: Session; threads: Map<string, Session> }>();
  const report = await readTranscript(
    path,
    {
      session(header) {
        found.set(header, { session: { ...header, messages: [], children: [] }, threads: new Map() });
      },
      message(message, header) {
        const entry = found.get(header);
        if (entry === undefined) return;
        const { session, threads } = entry;
        if (message.thread === undefined) {
          session.messages.push(message);
          return;
        }
        let child = threads.get(message.thread);
        if (child === undefined) {
          const id = `${header.id}:${message.thread}`;
          child = { ...header, id, subAgentOf: header.id, outcome: { status: "unknown" }, messages: [], children: [] };
          threads.set(message.thread, child);
          session.children.push(child);
        }
        child.messages.push(message);
      },
    },
    options,
  );
  const sessions = [...found].map(([header, { session }]) => Object.assign(session, header));
  for (const session of sessions) for (const child of session.children) settleChild(child, session);
  return { sessions, report };
}

/** A thread's header: its own times, the rest of its parent. */
function settleChild(child: Session, parent: Session): void {
  const { id, subAgentOf, outcome, messages, children } = child;
  const { startedAt: _start, endedAt: _end, title: _title, ...inherited } = parent;
  for (const key of ["startedAt", "endedAt", "title"] as const) delete child[key];
  Object.assign(child, inherited, { id, subAgentOf, outcome, messages, children });
  const times = messages.flatMap((message) => (message.at === undefined ? [] : [message.at])).sort();
  const [first] = times;
  const last = times[times.length - 1];
  if (first !== undefined) child.startedAt = first;
  if (last !== undefined) child.endedAt = last;
}

function attachChildren(sessions: Session[]): Session[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return sessions.filter((session) => {
    const parent = session.subAgentOf === undefined ? undefined : byId.get(session.subAgentOf);
    if (parent === undefined || parent === session) return true;
    parent.children.push(session);
    return false;
  });
}

async function subAgentFiles(path: string): Promise<string[]> {
  const folder = join(dirname(path), basename(path).replace(/\.[^.]*$/, ""), "subagents");
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
