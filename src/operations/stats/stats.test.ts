import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fromHtml } from "hast-util-from-html";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { conversation, jsonLines, ownSkill, RULE, type Scratch, scratch } from "../import/import.test-helper.ts";
import { importArchives } from "../import/import.ts";
import { runOperation } from "../operation.ts";
import { categoryOf, normalTag, platformsOf } from "./classify.ts";
import { stats, tablesOf } from "./stats.ts";
import { escapeXml, svgOfStats } from "./svg.ts";

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

const paper = (name: string, tags: string[], version: string, description = "x"): string =>
  `---\nid: "1"\nname: "${name}"\ndescription: "${description}"\nversion: "${version}"\ntags:\n${tags.map((tag) => `  - "${tag}"\n`).join("")}triggers:\n  - "write for 小红书"\n---\n\n# ${name}\n\n- x\n`;

describe("the tables of a bank", () => {
  it("count subsets, tags without case, platforms, versions in order, and what was refined", async () => {
    const rows = [
      { path: "Bank/english_gpt4/a/SKILL.md", text: paper("a", ["Python", "python", "Data"], "0.1.10") },
      { path: "Bank/english_gpt4/b/SKILL.md", text: paper("b", ["PYTHON"], "0.1.2") },
      { path: "Bank/chinese_gpt4/c/SKILL.md", text: paper("c", ["翻译"], "0.1.0", "Posts for Instagram and YouTube.") },
    ];
    const report = await runOperation(stats, place.context, { skills: place.write("bank.jsonl", jsonLines(rows)) });
    expect(report).toMatchObject({
      skills: 3,
      subsets: [
        { name: "english_gpt4", count: 2 },
        { name: "chinese_gpt4", count: 1 },
      ],
      distinctTags: 3,
      versions: [
        { name: "0.1.0", count: 1 },
        { name: "0.1.2", count: 1 },
        { name: "0.1.10", count: 1 },
      ],
      refined: 2,
    });
    expect(report.tags[0]).toEqual({ name: "python", count: 2 });
    expect(report.platforms.map(({ name, count }) => `${name} ${count}`)).toEqual([
      "Xiaohongshu 小红书 3",
      "Instagram 1",
      "YouTube 1",
    ]);
    const folder = await Promise.all(rows.map(({ path, text }) => place.write(path, text)));
    expect(folder).toHaveLength(3);
    expect((await runOperation(stats, place.context, { skills: join(place.folder, "Bank") })).subsets).toEqual(
      report.subsets,
    );
  });

  it("of our own bank tell what its rules rest on", async () => {
    const path = place.write("chats.jsonl", jsonLines([conversation("b", [RULE])]));
    await runOperation(importArchives, place.context, { paths: [path], user: true, publish: true, review: false });
    const own = place.write("one/brew-tea/SKILL.md", ownSkill("brew-tea", "Warm the pot first."));
    await runOperation(importArchives, place.context, { paths: [join(own, "..")], user: true, publish: true });
    const report = await runOperation(stats, place.context, { scope: "user", project: place.folder });
    expect(report).toMatchObject({
      source: "bank",
      skills: 2,
      subsets: [{ name: "user", count: 2, conversations: 2 }],
    });
    expect(report.support?.bySupport.map(({ name }) => name).sort()).toEqual(["inferred", "user_said"]);
    expect(report.use).toEqual({ byKind: [], neverUsed: 2, mostUsed: [] });
  });

  it("refuse what holds no skill", async () => {
    await expect(runOperation(stats, place.context, { skills: place.write("x.jsonl", "{}\n") })).rejects.toMatchObject({
      code: "NO_SKILLS",
    });
  });
});

describe("the picture", () => {
  it("is well-formed and runs nothing, whatever the names are", async () => {
    const evil = `</text><script>alert(1)</script>&"'\u0000\uD800`;
    const report = tablesOf(
      [{ subset: evil, name: evil, description: "", tags: [evil], triggers: [], version: evil }],
      "x",
      20,
    );
    const svg = svgOfStats(report);
    expect(svg).not.toMatch(/<script|\u0000/);
    expect(svg).toContain("&#60;/text&#62;");
    const [root] = fromHtml(svg, { fragment: true, space: "svg" }).children;
    expect(root).toMatchObject({ type: "element", tagName: "svg" });
    const path = join(place.folder, "out.svg");
    const skills = place.write("b.jsonl", jsonLines([{ path: "a/SKILL.md", text: paper("a", ["x"], "0.1.0") }]));
    expect((await runOperation(stats, place.context, { skills, svg: path })).svg).toBe(path);
    expect(readFileSync(path, "utf8")).toMatch(/^<svg [^>]+>[\s\S]*<\/svg>\n$/);
  });

  it("escapes every mark of XML", () => {
    expect(escapeXml(`<a b="c">&'\u0001`)).toBe("&#60;a b=&#34;c&#34;&#62;&#38;&#39;\uFFFD");
  });
});

describe("the words behind the tables", () => {
  const skill = (name: string, tags: string[], description = ""): Parameters<typeof platformsOf>[0] => ({
    subset: "",
    name,
    description,
    tags,
    triggers: [],
  });

  it.each([
    ["Programming & software", skill("fix-bugs", ["python", "debugging"])],
    ["Writing & content", skill("polish", ["写作", "润色"])],
    ["Translation & language", skill("x", ["translation"], "Translate between Chinese and English.")],
    ["General & mixed", skill("x", ["misc"])],
  ])("say %s", (category, face) => {
    expect(categoryOf(face)).toBe(category);
  });

  it("find platforms as words, and tags alike whatever their case and joints", () => {
    expect(platformsOf(skill("post-to-twitter", []))).toEqual(["Twitter/X"]);
    expect(platformsOf(skill("slackline", ["instagramming"]))).toEqual([]);
    expect(normalTag("Creative_Writing")).toBe(normalTag("creative-writing"));
  });
});
