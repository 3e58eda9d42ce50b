import { describe, expect, it } from "vitest";
import type { RuleEvidence } from "../candidate.ts";
import { settleDrafts, type WaitingDraft } from "./drafts.ts";
import type { DraftedRule } from "./model.ts";

const place = { scope: "user", root: "dev" };
const drafted = (sessionId: string, text = "Use a formal tone.", digest = sessionId): DraftedRule => ({
  slug: "reports",
  title: "Reports",
  rule: { section: "Rules", text, evidence: [inferred(sessionId, digest)] },
});
const inferred = (sessionId: string, digest: string): RuleEvidence => ({
  sessionId,
  source: "openai-chat",
  sourcePath: "/x.json",
  pointer: { turn: 1, messageId: "m0", origin: "person", span: { start: 0, end: 1 }, digest },
  support: "inferred",
  quote: "formal tone",
});

describe("drafts", () => {
  it("wait for a second session", () => {
    const first = settleDrafts([drafted("one")], [], place);
    expect(first.candidates).toEqual([]);
    expect(first.save).toHaveLength(1);
    const second = settleDrafts([drafted("two", "use a formal tone")], first.save, place);
    expect(second.promoted).toEqual([first.save[0]?.id]);
    expect(second.save).toEqual([]);
    expect(second.candidates).toMatchObject([{ slug: "reports", proposer: "extractor", action: "create" }]);
    expect(second.candidates[0]?.rules[0]?.evidence.map(({ sessionId }) => sessionId)).toEqual(["one", "two"]);
  });

  it("are not promoted by the same session read again", () => {
    const first = settleDrafts([drafted("one")], [], place);
    const again = settleDrafts([drafted("one")], first.save, place);
    expect(again.candidates).toEqual([]);
    expect(again.save).toEqual(first.save);
    const longer = settleDrafts([drafted("one", undefined, "another message")], first.save, place);
    expect(longer.candidates).toEqual([]);
    expect(longer.save[0]?.evidence).toHaveLength(2);
  });

  it("leave other drafts alone, and the opposite is another rule", () => {
    const other: WaitingDraft = { id: "x", slug: "emails", section: "Rules", text: "No emojis.", evidence: [] };
    const found = settleDrafts([drafted("one"), drafted("two", "Never use a formal tone.")], [other], place);
    expect(found.candidates).toEqual([]);
    expect(found.save.map(({ id }) => id)).not.toContain("x");
    expect(found.save).toHaveLength(2);
  });
});
