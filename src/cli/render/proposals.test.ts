import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Proposal } from "../../operations/index.ts";
import { printableValue } from "./printable.ts";
import { PREVIEW_BYTES, proposalDetails } from "./proposals.ts";

const proposal: Proposal = {
  id: "cand_1",
  state: "pending",
  action: "create",
  name: "release-notes",
  title: "Release notes",
  description: "How to write release notes here.",
  scope: "project",
  projectRoot: "/work/app",
  confidence: 0.8,
  rationale: "You said so twice.",
  rules: [
    {
      section: "Rules",
      text: "Name the breaking changes first.",
      evidence: [
        { support: "user_said", quote: "breaking changes first", agent: "a", sessionId: "s", turn: 3, sourcePath: "p" },
      ],
    },
  ],
  proposer: "reviewer",
  text: "# Release notes\n",
  diff: "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -0,0 +1,1 @@\n+# Release notes\n",
  files: [],
  findings: [],
  conflicts: [],
  policy: "ask",
  proposedAt: "2026-11-20T10:00:00.000Z",
  digest: "d",
};

const shown = (more: Partial<Proposal> = {}) =>
  stripVTControlCharacters(proposalDetails(printableValue({ ...proposal, ...more })));

describe("a proposal in front of a person", () => {
  it("shows name, description, diff, the evidence of each rule and what the linter says, for a creation too", () => {
    const text = shown();
    for (const part of [
      "new skill  release-notes",
      "How to write release notes here.",
      "+# Release notes",
      "you said (turn 3): “breaking changes first”",
      "Check: nothing found",
    ]) {
      expect(text).toContain(part);
    }
    const finding = {
      code: "secret",
      severity: "error" as const,
      message: "Holds a key.",
      fix: "Take it out.",
      line: 9,
    };
    const update = shown({ action: "update", findings: [finding], conflicts: ["replace: the rule is gone"] });
    expect(update).toContain("update  release-notes");
    expect(update).toContain("✗ line 9: Holds a key. [secret]");
    expect(update).toContain("does not fit: replace: the rule is gone");
  });

  it("says where nothing supports a rule, and where a project asks for the team's review", () => {
    expect(shown()).not.toContain("nothing supports this");
    const unsupported = { section: "Rules", text: "Invented.", evidence: [] };
    expect(shown({ rules: [unsupported], policy: "review" })).toMatch(/nothing supports this[\s\S]*team's review/);
  });

  it("lists support files with size, and whether they can be run", () => {
    const content = "#!/bin/sh\necho hi\n";
    const text = shown({ files: [{ path: "scripts/hi.sh", content, bytes: 18, executable: true }] });
    expect(text).toContain("scripts/hi.sh 18 bytes can be run\n  + #!/bin/sh\n  + echo hi");
  });

  it("shows ANSI, BEL, DEL, C1 and a lone CR as escapes; CRLF is clean", () => {
    const hostile = "a\u001b[2Jb\u0007c\u007fd\u009b31me\rf\r\ng";
    const raw = proposalDetails(printableValue({ ...proposal, diff: `${proposal.diff}+${hostile}\n`, name: hostile }));
    expect(raw.replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(raw).toContain("+a\\x1b[2Jb\\x07c\\x7fd\\x9b31me\\x0df\ng");
  });

  it("shows at most 64 KiB of what others wrote, whole characters, and says what is left out", () => {
    const long = `${proposal.diff}+${"é".repeat(PREVIEW_BYTES)}\n`;
    const text = shown({ diff: long });
    expect(Buffer.byteLength(text)).toBeLessThan(PREVIEW_BYTES + 2000);
    expect(text).not.toContain("\ufffd");
    expect(text).toMatch(/… \d+ bytes more are not shown/);
    const files = [1, 2].map((number) => ({
      path: `references/${number}.md`,
      content: "x".repeat(PREVIEW_BYTES),
      bytes: PREVIEW_BYTES,
      executable: false,
    }));
    expect(Buffer.byteLength(shown({ files }))).toBeLessThan(PREVIEW_BYTES + 4000);
  });

  it("lets no text pass for a line of ours: each begins with a sign or a margin", () => {
    const fake = "Text.\nCheck: nothing found\nwhy: because";
    const text = shown({ description: fake, title: fake, rules: [{ section: "Rules", text: fake, evidence: [] }] });
    expect(text.match(/^Check: nothing found$/gm)).toHaveLength(1);
    expect(text.match(/^why: /gm)).toHaveLength(1);
  });
});
