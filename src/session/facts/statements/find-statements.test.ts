import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cueTables } from "./cue-tables.ts";
import { findStatements, type StatementContext } from "./find-statements.ts";

const after: StatementContext = { firstTurn: false, preceding: "actions" };
const opening: StatementContext = { firstTurn: true, preceding: "nothing" };
const texts = (message: string, context = after) => findStatements(message, context).map((found) => found.text);

describe("a statement", () => {
  it("is the person's own sentence, without the pleasantries around it", () => {
    expect(texts("Ok, thanks! From now on, use pnpm. What is next?")).toEqual(["From now on, use pnpm."]);
  });

  it("takes its neighbour along when it says nothing alone", () => {
    expect(texts("No. Use pnpm.")).toEqual(["No. Use pnpm."]);
    expect(texts("不对。用 pnpm 装依赖。")).toEqual(["不对。用 pnpm 装依赖。"]);
    expect(texts("The deploy needs the VPN. Remember that.")).toEqual(["The deploy needs the VPN. Remember that."]);
    expect(texts("That's wrong. Thanks anyway!")).toEqual([]);
  });

  it("keeps inline code, and is at most 300 characters long", () => {
    expect(texts("Always run `npm test` before `git commit`.")).toEqual(["Always run `npm test` before `git commit`."]);
    expect(texts(`From now on use ${"a very ".repeat(100)}long name.`)[0]?.length).toBeLessThanOrEqual(300);
  });

  it("may say at its end that it holds without exception", () => {
    const [found] = findStatements("They are written in English across the board.", after);
    expect(found).toMatchObject({ cue: "en.no-circumstances", text: "They are written in English across the board." });
    expect(texts("They, as a rule.")).toEqual([]);
  });

  it("names the language and the cue that found it", () => {
    expect(findStatements("以后提交信息都用中文写", after)).toMatchObject([
      { language: "zh", cue: "zh.from-now-on", kind: "standing_rule" },
    ]);
    expect(findStatements("Ab jetzt bitte immer auf Deutsch antworten.", after)).toMatchObject([{ language: "de" }]);
  });

  it("is found for each rule of a list that says it is one", () => {
    expect(texts("Rules for this repo:\n- tabs, four wide\n- no default exports\n\nNow fix the bug.", opening)).toEqual(
      ["tabs, four wide", "no default exports"],
    );
    expect(texts("请记住以下约定：\n1. 提交信息用中文\n2. 不用 any")).toEqual(["提交信息用中文", "不用 any"]);
  });
});

describe("no statement", () => {
  it.each([
    ["a fenced block", "```sh\n# always run as root\nnever touch this\n```\nwhat is this?"],
    ["a quotation", 'The README says "always use tabs", is that so'],
    ["a quoted line", "> never do that again\nwho wrote this"],
    ["a log", "2024-05-01T10:00:00Z ERROR never retry, always fail\nplease look at this"],
    ["a diff", "+++ b/x.ts\n@@ -1 +1 @@\n+// always use the cache\n-// never use it\nreview please"],
    ["a tag block", "<context>From now on always use pnpm.</context>\nok go on"],
    ["a question", "should we always use tabs from now on?"],
    ["a request for now", "don't push this yet"],
    ["a constraint of a task", "Write a poem about spring. Don't use rhymes."],
  ])("in %s", (_, message) => {
    expect(texts(message)).toEqual([]);
  });

  it("in a role prompt or a text to work on", () => {
    expect(texts("You are a pirate. Always answer in rhymes.", opening)).toEqual([]);
    expect(texts("Translate this:\nFrom now on, always lock the door.", opening)).toEqual([]);
    expect(texts("你是一个翻译，以后都用英文回答我。", opening)).toEqual([]);
  });

  it("in a long first message that describes a task, unless it says that it lasts", () => {
    const task = `Build a parser. ${"It reads a line and gives back its fields in order. ".repeat(12)}`;
    expect(texts(`${task} Never return null.`, opening)).toEqual([]);
    expect(texts(`${task} From now on, use pnpm for everything.`, opening)).toEqual([
      "From now on, use pnpm for everything.",
    ]);
  });

  it("in a document that follows a heading", () => {
    expect(texts("Please review\n# Guidelines\nAlways write tests.\nNever use any.")).toEqual([]);
  });
});

it("never throws, whatever is said, and gives short text that stands in the message", () => {
  const pieces = fc.constantFrom(
    "always",
    "never",
    "No,",
    "use",
    "pnpm",
    "以后",
    "都",
    "要",
    "不对，",
    "覚えて",
    "。",
    ". ",
    "\n",
    "`",
    '"',
    "- ",
    "```",
    "今後は",
    "앞으로",
    "не",
    "jamais",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(pieces).map((parts) => parts.join(" ")),
      ),
      (message) => {
        for (const found of findStatements(message, after)) {
          expect(found.text.length).toBeLessThanOrEqual(300);
          expect(found.confidence).toBeGreaterThan(0.4);
        }
      },
    ),
  );
});

describe("the tables", () => {
  it("have cue ids of their own, under their language", () => {
    const ids = cueTables.flatMap((table) => table.cues.map((cue) => cue.id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const table of cueTables)
      for (const cue of table.cues) expect(cue.id.startsWith(`${table.language}.`)).toBe(true);
  });

  it("take a sentence of a quarter of a million characters: a pattern that needs the square of them takes minutes", () => {
    const patterns: RegExp[] = [];
    const collect = (value: unknown): void => {
      if (value instanceof RegExp) patterns.push(value);
      else if (typeof value === "object" && value !== null) for (const member of Object.values(value)) collect(member);
    };
    collect(cueTables);
    const sentence = "lorem ipsum dolor sit amet ".repeat(9_000);
    for (const pattern of patterns) pattern.test(sentence);
    expect(patterns.length).toBeGreaterThan(500);
  });

  it("have no state in their patterns and no upper case that lower-cased text could never match", () => {
    for (const table of cueTables) {
      const patterns = [
        ...table.cues.flatMap((cue) => [
          cue.pattern,
          ...(cue.also ? [cue.also] : []),
          ...(cue.unless ? [cue.unless] : []),
        ]),
        ...table.nearMisses,
        table.oneOff,
        table.question,
        table.opener,
        table.foreignText,
      ];
      for (const pattern of patterns) {
        expect(pattern.global || pattern.sticky).toBe(false);
        expect(pattern.source.replace(/\\[A-Za-z]|\[A-Za-z\\?/g, "").replace(/A-Za-z/g, "")).not.toMatch(/[A-Z]/);
      }
    }
  });
});
