/** What `ledger` and `undo` print. */
import pc from "picocolors";
import type { LedgerLine, undo } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { table } from "./text.ts";

export const renderLedger: Render<{ entries: LedgerLine[] }> = ({ entries }) => {
  if (entries.length === 0) return "Nothing was done to skills yet.";
  const rows = entries.map((entry) => [
    pc.bold(`#${entry.id}`),
    pc.dim(entry.at.slice(0, 16).replace("T", " ")),
    entry.actor,
    entry.action,
    entry.name ?? "",
    entry.revision === undefined ? "" : `r${entry.revision}`,
    pc.dim(entry.reason ?? ""),
  ]);
  return [table(rows), pc.dim("Take one back: autoskill undo NUMBER")].join("\n");
};

export const renderUndone: Render<Awaited<ReturnType<typeof undo.handler>>> = ({
  entry,
  action,
  slug,
  path,
  changed,
}) => {
  if (!changed) return `${slug} is as it was before entry ${entry} already.`;
  const now = path === undefined ? "it is out of sight of every agent" : `back in ${path}`;
  return `${pc.green("✓")} ${slug}: entry ${entry} (${action}) was taken back, ${now}`;
};
