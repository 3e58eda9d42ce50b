/**
 * The main job through the SDK: read a session, see what would be proposed, publish it into a project, and ask why a
 * rule is there. Run with `node examples/learn-from-a-session.mjs` in a checkout after `npm ci`.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createOperationContext, learn, runOperation, why } from "autoskill";

const scratch = await mkdtemp(join(tmpdir(), "autoskill-example-"));
const session = fileURLToPath(new URL("./sessions/claude-code-parcel-api.jsonl", import.meta.url));
const context = createOperationContext({ home: join(scratch, "home"), userHome: scratch, workingDirectory: scratch });

try {
  const seen = await runOperation(learn, context, { paths: [session], project: scratch, dryRun: true });
  for (const proposal of seen.proposals) console.log(`would ${proposal.action} ${proposal.name}: ${proposal.description}`);

  const { published } = await runOperation(learn, context, { paths: [session], project: scratch, publish: true });
  assert.ok(published.length > 0, "the session teaches at least one skill");

  for (const { name, path } of published) {
    console.log(`\n${path}`);
    const { rules } = await runOperation(why, context, { name, project: scratch });
    for (const rule of rules) console.log(`- ${rule.text.split("\n")[0]}  [${rule.evidence.map((e) => e.support)}]`);
    assert.ok(rules.every((rule) => rule.evidence.every((evidence) => evidence.status === "verified")));
  }
} finally {
  await context.close();
  await rm(scratch, { recursive: true, force: true });
}
