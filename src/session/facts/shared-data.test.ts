/** Statements over real conversations that hold (nearly) none. Skipped where ../shared is absent. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { collectFacts } from "./collector.ts";

const folder = new URL("../../../../shared/sessions/", import.meta.url);

async function shareWithStatements(file: string): Promise<{ sessions: number; share: number }> {
  const { sessions } = await loadSessions(new URL(file, folder).pathname);
  const withStatements = sessions.filter((session) => collectFacts(session).statements.length > 0).length;
  return { sessions: sessions.length, share: withStatements / sessions.length };
}

it.skipIf(!existsSync(folder))(
  "finds (nearly) nothing in conversations that state no rule (needs ../shared)",
  async () => {
    const { sessions, share } = await shareWithStatements("openai-chat/fastchat-dummy-910.json");
    expect(sessions).toBeGreaterThanOrEqual(500);
    expect(share).toBeLessThanOrEqual(0.005);
  },
);

it.skipIf(!existsSync(folder))("rarely takes a customer's wish for a rule (needs ../shared)", async () => {
  expect((await shareWithStatements("tau-bench/gpt-4o-airline.json")).share).toBeLessThanOrEqual(0.02);
});
