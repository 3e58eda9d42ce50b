import { describe, expect, it } from "vitest";
import { edits, runs } from "../../session/facts/facts.test-helper.ts";
import { person, says, sessionOf } from "../reviewer/session.test-helper.ts";
import { answers, extractWith } from "./extract.test-helper.ts";

const emails = sessionOf([
  person("Write an email to the landlord about the heating."),
  says("Dear Sir, I am writing to request a repair of the heating at your earliest convenience."),
  person("From now on always write my emails in British spelling and keep them under 120 words."),
  says("Understood. I will also cite the tenancy law each time."),
]);
const RULE = "Always write emails in British spelling and keep them under 120 words.";

describe("extraction from a conversation", () => {
  it("makes a candidate of what the person said for good, with the message as evidence", async () => {
    const found = await extractWith(emails, [
      answers({ rules: { [RULE]: ["T2.1"] }, triggers: ["write an email"], tags: ["email"] }),
    ]);
    expect(found.outcome).toBe("proposed");
    const [candidate] = found.candidates;
    expect(candidate).toMatchObject({
      proposer: "extractor",
      action: "create",
      slug: "email-writing",
      title: "Email writing",
      tags: ["email", "conventions"],
      confidence: 0.8,
    });
    expect(found.rules).toEqual([RULE]);
    const rule = candidate?.rules.find(({ section }) => section === "Rules");
    expect(rule?.evidence).toMatchObject([{ support: "user_said", pointer: { messageId: "m2", turn: 2 } }]);
    expect(candidate?.rules[0]).toMatchObject({ section: "When to use", text: "write an email" });
    expect(found.problemsOfServer).toEqual([]);
    expect(candidate?.id).toMatch(/^cand/);
  });

  it("gives the same id for the same session and rules", async () => {
    const once = await extractWith(emails, [answers({ rules: { [RULE]: ["T2.1"] } })]);
    const twice = await extractWith(emails, [answers({ rules: { [RULE]: ["T2.1"] }, confidence: 0.9 })]);
    expect(twice.candidates[0]?.id).toBe(once.candidates[0]?.id);
  });

  it("asks once, with the recent turns alone, and without what tools printed", async () => {
    const long = sessionOf([
      person("Talk about turnips."),
      says("Turnips are roots."),
      ...[1, 2, 3].flatMap((n) => [
        person(`Question number ${n}?`),
        ...runs("cat secret-output", 0, "PRINTED BY A TOOL"),
        says("Yes."),
      ]),
    ]);
    const found = await extractWith(long, [answers()], { windowTurns: 2, hint: "anything about questions" });
    expect(found.requests).toHaveLength(1);
    const asked = found.requests[0]?.messages[0]?.text ?? "";
    expect(asked).toContain("Question number 3?");
    expect(asked).not.toContain("turnips");
    expect(asked).not.toContain("PRINTED BY A TOOL");
    expect(asked).toContain("| anything about questions");
    expect(found.window.turns).toBe(2);
  });

  it("names the skills that are there", async () => {
    const known = [{ name: "letters-to-offices", description: "How letters are written" }];
    const found = await extractWith(emails, [answers()], { known });
    expect(found.requests[0]?.system).toContain("letters-to-offices");
  });

  it("joins skills of one name and takes no more than three", async () => {
    const one = { rules: { [RULE]: ["T2.1"] } };
    const found = await extractWith(emails, [answers(one, one, { name: "third", ...one }, { name: "fourth", ...one })]);
    expect(found.candidates.map(({ slug }) => slug)).toEqual(["email-writing", "third"]);
    expect(found.codes).toContain("too_many");
  });

  it("repairs an answer that does not fit, once", async () => {
    const found = await extractWith(emails, [
      { text: '{"skills":[{"name":1}]}' },
      answers({ rules: { [RULE]: ["T2.1"] } }),
    ]);
    expect(found.rules).toEqual([RULE]);
    expect(found.requests).toHaveLength(2);
    await expect(extractWith(emails, [{ text: "no" }, { text: "no" }])).rejects.toMatchObject({
      code: "MODEL_OUTPUT_INVALID",
    });
  });

  it("does not ask about a sub-agent's session, or one in which nobody spoke", async () => {
    const sub = await extractWith(sessionOf([person("Always do X.")], { subAgentOf: "other" }), []);
    const silent = await extractWith(sessionOf([says("Hello.")]), []);
    expect([sub.outcome, silent.outcome]).toEqual(["skipped", "skipped"]);
    expect(sub.requests).toHaveLength(0);
  });

  it("keeps rules in the person's language", async () => {
    const chinese = sessionOf([
      person("帮我写一份周报。"),
      says("好的。"),
      person("以后周报都用中文写，不要用表格。"),
      says("明白。"),
    ]);
    const rule = "周报都用中文写，不要用表格。";
    const found = await extractWith(chinese, [answers({ name: "周报写作", rules: { [rule]: ["T2.1"] } })]);
    expect(found.rules).toEqual([rule]);
    expect(found.candidates[0]?.title).toBe("周报写作");
    const translated = "Write weekly reports in Chinese without tables.";
    expect((await extractWith(chinese, [answers({ rules: { [translated]: ["T2.1"] } })])).rules).toEqual([]);
  });

  it("takes the block that a rule announces from the person, however the model gave it back", async () => {
    const block = "kiln: 2\ncone: 6\nglaze: celadon";
    const said = `Every firing log must begin with this header:\n\`\`\`\n${block}\n\`\`\``;
    const pottery = sessionOf([
      person("Write the log of tonight's firing."),
      ...edits("firing.log"),
      says("Done."),
      person(said),
      says("Understood."),
    ]);
    const rule = `Every firing log must begin with this header:\n\n\`\`\`\n${block}\n\`\`\``;
    for (const given of [said, said.replaceAll("\n", "\\n"), said.replaceAll("\n", " "), said.split("\n")[0] ?? ""]) {
      expect((await extractWith(pottery, [answers({ rules: { [given]: ["T2.1"] } })])).rules).toEqual([rule]);
    }
    const other = said.replace("celadon", "lead");
    expect((await extractWith(pottery, [answers({ rules: { [other]: ["T2.1"] } })])).rules).toEqual([rule]);
  });

  it("cuts a list that is too long for one rule into rules that say what they are about", async () => {
    const items = [
      "each tile must carry its number on the back, scratched in and never painted, since paint burns off at these heights",
      "the shelf must be washed with alumina before every load, also where it looks clean and was washed the week before",
      "the glaze line must keep a finger away from the foot of every pot, since what runs onto a shelf sticks there for good",
    ];
    const said = `Our kiln loads have these rules: (1) ${items[0]}, (2) ${items[1]}, and (3) ${items[2]}.`;
    const pottery = sessionOf([
      person("Load the kiln plan."),
      ...edits("plan.txt"),
      says("Done."),
      person(said),
      says("Understood."),
    ]);
    const found = await extractWith(pottery, [answers({ rules: { [said]: ["T2.1"] } })], { hint: "kiln loads" });
    expect(found.rules).toEqual(items.map((item) => `Our kiln loads have these rules: ${item}.`));
    expect(found.codes).toEqual([]);
  });

  it("does not propose again what a person turned down", async () => {
    const found = await extractWith(emails, [answers({ rules: { [RULE]: ["T2.1"] } })], { isRejected: () => true });
    expect(found.candidates).toEqual([]);
    expect(found.codes).toContain("rejected_before");
  });
});
