/** Long real sessions of ../shared, which are not part of the project. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { takeApart } from "./condense.test-helper.ts";
import { condenseSession } from "./condense.ts";
import { transcriptMessages } from "./conversation.ts";
import { createTurnReader } from "./turn-reader.ts";

const folder = join(import.meta.dirname, "../../../../shared/sessions");
const present = existsSync(folder);
if (!present) console.info("../shared is absent: no long real session is condensed");

describe.skipIf(!present)("long real sessions", () => {
  it.each(["claude-code/v2.1.39-head.jsonl", "claude-code/v2.0.76-investigation.jsonl", "pi/compaction-window.jsonl"])(
    "%s fits its budget, is accounted for to the character, and can be read again",
    { timeout: 60_000 },
    async (name) => {
      const path = join(folder, name);
      const { sessions } = await loadSessions(path);
      const [header] = sessions;
      if (header === undefined) throw new Error("no session");
      const conversation = { header, messages: transcriptMessages(path, { sessionId: header.id }) };
      const condensed = await condenseSession(conversation, { maxTokens: 6_000 });
      expect(condensed.tokens).toBeLessThanOrEqual(6_000);
      expect(condensed.tokens).toBeGreaterThan(5_000);
      const { closing, declared, strange } = takeApart(condensed.text);
      expect(strange).toEqual([]);
      expect(declared).toBe(condensed.cut.characters);
      expect(closing.hidden).toBe(condensed.cut.characters);
      const cut = condensed.turns.flatMap((turn) => turn.messages).filter(({ shown }) => shown === "cut");
      const reader = createTurnReader(conversation);
      for (const { id } of cut.slice(0, 3)) {
        const page = await reader.readTurn(id, { limit: 1_000 });
        expect(page).toMatchObject({ id, text: expect.stringMatching(/^\[T\d+\.\d+ /) });
      }
    },
  );
});
