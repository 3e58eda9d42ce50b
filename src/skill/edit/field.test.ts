import { describe, expect, it } from "vitest";
import { applySkillEdits } from "./apply.ts";
import { undoSkillEdits } from "./undo.ts";

function set(yaml: string, path: string[], value: string | null): string {
  const text = `---\n${yaml}---\n\n# T\n\n- x\n`;
  const result = applySkillEdits(text, [{ op: "set_field", path, value }]);
  expect(undoSkillEdits(result.text, result.undo)).toBe(text);
  const [outcome] = result.outcomes;
  if (outcome !== undefined && "reason" in outcome) {
    expect(result.text).toBe(text);
    return outcome.reason;
  }
  return result.text.slice(4, result.text.indexOf("---\n\n# T"));
}

const YAML = `# who
name: a-skill   # the name
description: 'it''s'
version: 0.1.0
metadata:
  # ours
  version: "0.1.0"
  tags: [a, b]
license: MIT
`;

describe("set_field", () => {
  it("replaces a value in double quotes and keeps comments, order and quoting of the rest", () => {
    expect(set(YAML, ["name"], "b")).toBe(YAML.replace("a-skill ", '"b" '));
    expect(set(YAML, ["description"], 'a: "b"')).toBe(YAML.replace("'it''s'", '"a: \\"b\\""'));
    expect(set(YAML, ["metadata", "version"], "0.1.1")).toBe(YAML.replace('  version: "0.1.0"', '  version: "0.1.1"'));
  });

  it("adds a key at the end of its map, and a map where there is none", () => {
    expect(set(YAML, ["metadata", "id"], "x")).toBe(YAML.replace("tags: [a, b]\n", 'tags: [a, b]\n  id: "x"\n'));
    expect(set("name: a\n", ["metadata", "id"], "x")).toBe('name: a\nmetadata:\n  id: "x"\n');
    expect(set("metadata:\nname: a\n", ["metadata", "id"], "x")).toBe('metadata:\n  id: "x"\nname: a\n');
    expect(set("metadata: {a: b}\n", ["metadata", "id"], "x")).toBe('metadata: {a: b, "id": "x"}\n');
    expect(set("name:\n", ["name"], "a")).toBe('name: "a"\n');
  });

  it("replaces folded and literal text", () => {
    expect(set("description: >-\n  one\n  two\nname: a\n", ["description"], "x")).toBe('description: "x"\nname: a\n');
    expect(set("name: a\ndescription: |\n  one\n\n", ["description"], "x")).toMatch(/^name: a\ndescription: "x"\n+$/);
  });

  it("deletes a key, and the map that it leaves empty", () => {
    expect(set(YAML, ["license"], null)).toBe(YAML.replace("license: MIT\n", ""));
    expect(set(YAML, ["metadata", "version"], null)).toBe(YAML.replace('  version: "0.1.0"\n', ""));
    expect(set("name: a\nmetadata:\n  id: x\n", ["metadata", "id"], null)).toBe("name: a\n");
    expect(set("metadata: {a: b, c: d}\n", ["metadata", "a"], null)).toBe("metadata: {c: d}\n");
    expect(set("metadata: {a: b, c: d}\n", ["metadata", "c"], null)).toBe("metadata: {a: b}\n");
  });

  it("says why when it cannot", () => {
    expect(set(YAML, ["nothing"], null)).toBe("field_not_found");
    expect(set(YAML, ["metadata"], "x")).toBe("field_not_scalar");
    expect(set(YAML, ["name", "x"], "x")).toBe("field_not_scalar");
    expect(set(YAML, ["a: b"], "x")).toBe("unsafe_field");
    expect(set(YAML, [], "x")).toBe("unsafe_field");
    const bare = applySkillEdits("# T\n", [{ op: "set_field", path: ["name"], value: "a" }]);
    expect(bare.outcomes[0]).toMatchObject({ status: "rejected", reason: "no_frontmatter" });
  });

  it("can mend the line that breaks the YAML, and nothing else there", () => {
    const broken = "name: a\ndescription: Use when: it breaks\n";
    expect(set(broken, ["description"], "Use when it breaks")).toBe('name: a\ndescription: "Use when it breaks"\n');
    expect(set(broken, ["metadata", "version"], "1")).toBe("broken_frontmatter");
  });

  it("writes line endings as the file has them, and a line break in a value as an escape", () => {
    const text = "---\r\nname: a\r\n---\r\n- x\r\n";
    const { text: changed } = applySkillEdits(text, [{ op: "set_field", path: ["license"], value: "a\n---\nb" }]);
    expect(changed).toBe('---\r\nname: a\r\nlicense: "a\\n---\\nb"\r\n---\r\n- x\r\n');
  });
});
