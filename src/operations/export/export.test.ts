import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OperationContext } from "../context.ts";
import { conversation, jsonLines, ownSkill, RULE, type Scratch, scratch } from "../import/import.test-helper.ts";
import { importArchives } from "../import/import.ts";
import { runOperation } from "../operation.ts";
import { exportSkills } from "./export.ts";

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

/** What a person's bank holds: every skill with every file, by identity of content. */
async function holdings(context: OperationContext): Promise<Record<string, string>> {
  const { skills } = await (await context.bank()).list({ scope: "user" });
  return Object.fromEntries(skills.map(({ slug, hash }) => [slug, hash]));
}

const take = (context: OperationContext, path: string) =>
  runOperation(importArchives, context, { paths: [path], user: true, publish: true, review: false });

const give = (to: string, more: object = {}) =>
  runOperation(exportSkills, place.context, { to, scope: "user", project: place.folder, ...more });

describe("a bank that is exported and imported elsewhere", () => {
  it.each(["out.zip", "out"])("is the same bank, file for file (%s)", async (to) => {
    place.write("in/brew-tea/SKILL.md", ownSkill("brew-tea", "Warm the pot first."));
    place.write("in/brew-tea/scripts/run.sh", "#!/bin/sh\necho tea\n", 0o755);
    place.write("in/brew-tea/assets/pot.bin", Uint8Array.from([0, 255, 1]));
    place.write(
      "in/wash-cups/SKILL.md",
      "---\nname: Wash Cups\ndescription: Wash all cups.\n---\n\n# Wash\n\n- Use hot water.\n",
    );
    await take(place.context, join(place.folder, "in"));
    await take(place.context, place.write("chats.jsonl", jsonLines([conversation("b", [RULE])])));
    const before = await holdings(place.context);
    expect(Object.keys(before)).toHaveLength(3);
    const report = await give(to);
    expect(report.cleaned).toEqual([]);
    const other = place.home("elsewhere");
    const taken = await take(other, join(place.folder, to));
    expect(taken.notPublished).toEqual([]);
    expect(await holdings(other)).toEqual(before);
    expect((await take(place.context, join(place.folder, to))).published).toEqual([]);
  });

  it("holds for any rules, in any script", async () => {
    const rule = fc
      .string({ unit: "grapheme", minLength: 3, maxLength: 60 })
      .map((text) => `Do ${text.replace(/[^\p{L}\p{N} ,.]/gu, "").trim()} well.`);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 4 }), async (rules) => {
        round++;
        const from = place.home(`from-${round}`);
        const files = rules.map((text, at) => ({
          path: `x/skill-${at}/SKILL.md`,
          text: ownSkill(`skill-${at}`, text),
        }));
        await take(from, place.write(`bank-${round}.jsonl`, jsonLines(files)));
        const to = join(place.folder, `round-${round}.zip`);
        await runOperation(exportSkills, from, { to, scope: "user", project: place.folder });
        const other = place.home(`to-${round}`);
        await take(other, to);
        expect(await holdings(other)).toEqual(await holdings(from));
        await Promise.all([from.close(), other.close()]);
      }),
      { numRuns: 8 },
    );
  });

  it("has the same bytes each time", async () => {
    place.write("in/brew-tea/SKILL.md", ownSkill("brew-tea", "Warm the pot first."));
    await take(place.context, join(place.folder, "in"));
    const [one, two] = [await give("one.zip", { withEvidence: true }), await give("two.zip", { withEvidence: true })];
    expect(one.digest).toBe(two.digest);
    expect(readFileSync(join(place.folder, "one.zip")).equals(readFileSync(join(place.folder, "two.zip")))).toBe(true);
  });
});

describe("what leaves the machine", () => {
  it("has no path of it, no id of a session, no secret; evidence only when asked for", async () => {
    const id = "conversation-b-of-this-test";
    const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    await take(place.context, place.write("chats.jsonl", jsonLines([conversation("b", [RULE])])));
    const [name = ""] = Object.keys(await holdings(place.context));
    const bank = await place.context.bank();
    const skill = await bank.read("user", name);
    const path = join(skill?.directory ?? "", "SKILL.md");
    const text = `${readFileSync(path, "utf8")}- See ${place.folder}/notes, ${id} and /home/someone/x with ${secret}.\n`;
    place.write(path.slice(place.folder.length + 1), text);

    const report = await give("plain");
    expect(report.cleaned).toEqual([`${name}/SKILL.md`]);
    const everything = (folder: string): string =>
      readdirSync(join(place.folder, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
        .join("\n");
    const plain = everything("plain");
    for (const hidden of [place.folder, id, "someone", secret]) expect(plain).not.toContain(hidden);
    expect(plain).toContain("See <project>/notes, <session> and ~/x with");
    expect(existsSync(join(place.folder, "plain", "evidence"))).toBe(false);

    await give("told", { withEvidence: true });
    const told = everything("told");
    for (const hidden of [place.folder, id, "someone", secret]) expect(told).not.toContain(hidden);
    const evidence = JSON.parse(readFileSync(join(place.folder, "told", "evidence", `${name}.json`), "utf8"));
    expect(
      evidence.rules.some(
        (rule: { evidence: { support: string; session: number }[] }) =>
          rule.evidence[0]?.session === 1 && rule.evidence[0].support === "user_said",
      ),
    ).toBe(true);
  });

  it("never replaces what lies there, and refuses unknown names", async () => {
    place.write("full/mine.txt", "mine");
    await expect(give("full")).rejects.toMatchObject({ code: "TARGET_NOT_EMPTY" });
    await expect(give("new", { skills: ["nothing"] })).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
    expect(readFileSync(join(place.folder, "full", "mine.txt"), "utf8")).toBe("mine");
  });
});
