/** After the storm: is everything that was acknowledged there, and is nothing else there? */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "../base/index.ts";
import { getBlob, listIntents, listLedger, openStore, type RevisionRecord, type Store } from "../store/index.ts";
import type { Bank } from "./model.ts";
import { openBank } from "./open-bank.ts";
import type { Acknowledged } from "./stress-worker.test-helper.ts";

export interface Reckoning {
  publishes: number;
  lostRevisions: number;
  stuckLocks: number;
  reopenFailures: number;
  /** Changes that a killed process had begun and another one completed. */
  recovered: number;
  /** Anything else that is not as it should be, in words. */
  problems: string[];
}

export async function reckon(
  home: string,
  project: string,
  slugs: string[],
  acknowledged: Acknowledged[],
): Promise<Reckoning> {
  const result: Reckoning = {
    publishes: 0,
    lostRevisions: 0,
    stuckLocks: 0,
    reopenFailures: 0,
    recovered: 0,
    problems: [],
  };
  await withFileLock(join(home, "locks/bank.lock"), { timeoutMs: 5_000 }, async () => {}).catch(() => {
    result.stuckLocks += 1;
  });
  const store = await openStore(join(home, "autoskill.db")).catch(() => {
    result.reopenFailures += 1;
    return undefined;
  });
  if (store === undefined) return result;
  const bank = openBank({ home, projectRoot: project, store });
  const recovery = await bank.recover();
  if (recovery.abandoned.length + recovery.waiting.length > 0) result.problems.push(JSON.stringify(recovery));
  if ((await listIntents(store)).length > 0) result.problems.push("open intents after recovery");
  for (const slug of slugs) {
    const lines = acknowledged.filter((line) => line.slug === slug);
    await reckonSkill(store, bank, project, slug, lines, result);
  }
  const leftovers = readdirSync(join(project, ".agents")).filter((name) => name !== "skills");
  if (leftovers.length > 0) result.problems.push(`staging left behind: ${leftovers.join(", ")}`);
  const ledger = await listLedger(store);
  result.recovered = ledger.filter((entry) => entry.detail.recovered === true).length;
  if (ledger.some((entry) => entry.action === "abandoned")) result.problems.push("a change was given up");
  await store.close();
  return result;
}

async function reckonSkill(
  store: Store,
  bank: Bank,
  project: string,
  slug: string,
  acknowledged: Acknowledged[],
  result: Reckoning,
): Promise<void> {
  const history = await bank.history("project", slug);
  result.publishes += history.length;
  const known = new Map(history.map((revision) => [revision.number, revision]));
  result.lostRevisions += acknowledged.filter((line) => known.get(line.number)?.hash !== line.hash).length;
  const complain = (problem: string) => result.problems.push(`${slug}: ${problem}`);
  if (history.some((revision, index) => revision.number !== index + 1)) complain("gaps in the history");
  if (history.some((revision) => revision.kind === "edit")) complain("a state on disk that nobody published");
  if (await hasLostBytes(store, history)) complain("a revision has lost bytes");
  const ownership = await bank.ownership("project", slug);
  if (ownership !== "ours" && ownership !== "missing") complain(ownership);
  const [file, link] = [".agents/skills", ".claude/skills"].map((folder) => existsSync(join(project, folder, slug)));
  if (file !== link) complain("file and link disagree");
}

async function hasLostBytes(store: Store, history: RevisionRecord[]): Promise<boolean> {
  const blobs = new Set(history.flatMap((revision) => revision.files.map((file) => file.blob)));
  for (const blob of blobs) {
    const found = await getBlob(store, blob).catch(() => undefined);
    if (found === undefined) return true;
  }
  return false;
}
