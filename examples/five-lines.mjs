/**
 * The README's five lines, with a conversation to learn from and a check that it did. No model, no key, no network.
 * Run with `node examples/five-lines.mjs` in a checkout after `npm ci`.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoSkill } from "autoskill";

const home = await mkdtemp(join(tmpdir(), "autoskill-example-"));
// A skill outside a project is linked into ~/.agents/skills: the agents of whoever runs this should not see it.
process.env.HOME = home;
const messages = [
  { role: "user", content: "Fix the typo in the title." },
  { role: "assistant", content: "Done." },
  { role: "user", content: "From now on always run the tests before you commit." },
];

const autoskill = await AutoSkill.open({ home, approval: "auto" });
await autoskill.ingest(messages);
const { text } = await autoskill.renderContext("Commit the change");
console.log(text);
await autoskill.close();

assert.match(text, /run the tests before you commit/);
await rm(home, { recursive: true, force: true });
