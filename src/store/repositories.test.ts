import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  addCandidate,
  addEvidence,
  allowIdea,
  decideCandidate,
  type EvidenceRecord,
  findCandidate,
  findSession,
  forgetSessionEvidence,
  isIdeaRejected,
  listCandidates,
  listEvidence,
  listSessions,
  openStore,
  recordSession,
  recordUsage,
  rejectIdea,
  replaceCandidatePayload,
  type SessionRecord,
  type Store,
  saveSkill,
  sessionsOfFile,
  skillId,
  summarizeUsage,
} from "./index.ts";

let base: string;
let store: Store;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "autoskill-store-"));
  store = await openStore(join(base, "autoskill.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(base, { recursive: true, force: true });
});

const session: SessionRecord = {
  source: "claude-code",
  sessionId: "s1",
  sourcePath: "/transcripts/a.jsonl",
  size: 10,
  mtimeMs: 1234.5,
  contentDigest: "d1",
  personTurns: 2,
  toolCalls: 21,
  gate: "skip",
  gateReason: "below_threshold",
  candidates: 0,
  learnedAt: "2026-01-01T00:00:00.000Z",
};

describe("sessions", () => {
  it("are known by source and id; looking again replaces what was known", async () => {
    await recordSession(store, session);
    await recordSession(store, { ...session, source: "codex" });
    const grown: SessionRecord = { ...session, size: 20, gate: "learn", gateReason: "tool_calls", title: "Grown" };
    await recordSession(store, grown);
    expect(await findSession(store, "claude-code", "s1")).toEqual(grown);
    expect(await findSession(store, "claude-code", "s2")).toBeUndefined();
    expect(await sessionsOfFile(store, "/transcripts/a.jsonl")).toHaveLength(2);
    expect(await listSessions(store)).toHaveLength(2);
  });
});

describe("candidates", () => {
  const candidate = { id: "c1", scope: "project", root: "/p", slug: "s", payload: { a: [1] }, createdAt: "2026-01-01" };

  it("are added once: what was decided is not asked again", async () => {
    expect(await addCandidate(store, candidate)).toBe(true);
    await decideCandidate(store, "c1", { state: "rejected", decidedAt: "2026-01-02", reason: "no" });
    expect(await addCandidate(store, candidate)).toBe(false);
    expect(await findCandidate(store, "c1")).toMatchObject({ state: "rejected", reason: "no", payload: { a: [1] } });
    expect(await listCandidates(store, "pending")).toEqual([]);
  });

  it("can be edited while they wait, and not after", async () => {
    await addCandidate(store, candidate);
    expect(await replaceCandidatePayload(store, "c1", { a: [2] })).toBe(true);
    await decideCandidate(store, "c1", { state: "published", decidedAt: "2026-01-02", revisionId: "r1" });
    expect(await replaceCandidatePayload(store, "c1", { a: [3] })).toBe(false);
    expect(await findCandidate(store, "c1")).toMatchObject({ payload: { a: [2] }, revisionId: "r1" });
    expect(await decideCandidate(store, "unknown", { state: "rejected", decidedAt: "" })).toBe(false);
  });
});

describe("evidence", () => {
  const record = (sessionId: string, ruleId: string): EvidenceRecord => ({
    sessionId,
    source: "codex",
    sourcePath: "/t",
    pointer: { turn: 1, messageId: "m", digest: "d", origin: "person", span: { start: 3, end: 9 } },
    support: "user_said",
    quote: "always",
    ruleId,
    revision: 1,
    createdAt: "2026-01-01",
  });

  it("counts a message once per rule, and goes with its session and nothing else", async () => {
    const id = skillId("user", "ada", "s");
    const at = "2026-01-01";
    const where = { scope: "user", root: "ada", slug: "s" } as const;
    await saveSkill(store, {
      id,
      ...where,
      state: "active",
      revision: 1,
      adopted: false,
      createdAt: at,
      updatedAt: at,
    });
    for (const item of [record("s1", "r1"), record("s1", "r1"), record("s2", "r1"), record("s1", "r2")]) {
      await addEvidence(store, id, item);
    }
    expect(await listEvidence(store, id)).toHaveLength(3);
    expect(await forgetSessionEvidence(store, "s1")).toBe(2);
    expect(await listEvidence(store, id)).toEqual([record("s2", "r1")]);
  });
});

describe("usage and rejected ideas", () => {
  it("are counted per kind with the last time", async () => {
    for (const at of ["2026-01-02", "2026-01-03", "2026-01-01"])
      await recordUsage(store, { skillId: "s", kind: "used", at });
    await recordUsage(store, { skillId: "s", kind: "failed", at: "2026-01-01", sessionId: "x", detail: "y" });
    expect(await summarizeUsage(store, "s")).toEqual([
      { kind: "failed", count: 1, lastAt: "2026-01-01" },
      { kind: "used", count: 3, lastAt: "2026-01-03" },
    ]);
  });

  it("are remembered until they are allowed again", async () => {
    const idea = { digest: "d", slug: "s", text: "t", createdAt: "2026-01-01" };
    await rejectIdea(store, idea);
    await rejectIdea(store, idea);
    expect(await isIdeaRejected(store, "d")).toBe(true);
    await allowIdea(store, "d");
    expect(await isIdeaRejected(store, "d")).toBe(false);
  });
});
