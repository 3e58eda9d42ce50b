import { describe, expect, it } from "vitest";
import type { StatementFact } from "../../session/index.ts";
import { parseSkill, printSkill } from "../../skill/index.ts";
import { createPlaceholders } from "./placeholders.ts";
import { withExample } from "./shown-example.ts";

const placeholders = createPlaceholders({ projectRoot: "/srv/shop" });
const statement = (example?: StatementFact["example"]): StatementFact => ({
  kind: "standing_rule",
  text: "Every report must start with this header:",
  language: "en",
  cue: "en.all-must",
  confidence: 0.8,
  ...(example === undefined ? {} : { example }),
  pointer: { turn: 1, messageId: "1", digest: "d", origin: "person", span: { start: 0, end: 1 } },
});

describe("what a person showed with a rule", () => {
  it("stays one rule of the skill, with its block whole", () => {
    const header = "---\nowner: platform\nreviewed: <date>\n---";
    const rule = withExample(
      "Every report must start with this header:",
      statement({ kind: "block", text: header }),
      placeholders,
    );
    const text = printSkill({
      name: "reports",
      title: "Reports",
      description: "How reports look. Use when writing one.",
      metadata: { source: "auto-skill" },
      sections: [{ heading: "Rules", rules: [rule, "Reports end with a summary."] }],
    });
    const { rules } = parseSkill(text);
    expect(rules.map((each) => each.section)).toEqual(["Rules", "Rules"]);
    for (const line of header.split("\n")) expect(rules[0]?.text).toContain(line);
  });

  it("does not end early at a fence inside the block", () => {
    const rule = withExample(
      "Answer like this:",
      statement({ kind: "block", text: "````md\n```sh\nls\n```\n````" }),
      placeholders,
    );
    expect(rule).toContain("\n`````\n");
  });

  it("loses the words that bound an example to its day, and paths of the machine", () => {
    const said = "For example, the call today is stored as 09:30 in /srv/shop/notes/calls.csv.";
    expect(
      withExample("Times have hours and minutes.", statement({ kind: "sentence", text: said }), placeholders),
    ).toBe("Times have hours and minutes. For example, the call is stored as 09:30 in notes/calls.csv.");
  });

  it("is left out when it holds a secret, and absent when nothing was shown", () => {
    const secret = { kind: "sentence", text: "For example, [redacted:api-key]." } as const;
    expect(withExample("Keys go into the vault.", statement(secret), placeholders)).toBe("Keys go into the vault.");
    expect(withExample("Keys go into the vault.", statement(), placeholders)).toBe("Keys go into the vault.");
  });
});
