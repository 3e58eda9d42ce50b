/** Temporary homes and projects, and small skills, for the tests of the bank. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedClock } from "../base/index.ts";
import { openStore, type Store } from "../store/index.ts";
import type { Bank } from "./model.ts";
import { type BankOptions, openBank } from "./open-bank.ts";

export interface TestBank {
  bank: Bank;
  store: Store;
  home: string;
  project: string;
  userHome: string;
  /** Another bank on the same folders and store. */
  again(options?: Partial<BankOptions>): Bank;
  close(): Promise<void>;
}

export async function openTestBank(options: Partial<BankOptions> = {}): Promise<TestBank> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-bank-")));
  const [home, project, userHome] = ["home", "project", "person"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [project, userHome]) mkdirSync(path);
  const store = await openStore(join(home, "autoskill.db"));
  const again = (more: Partial<BankOptions> = {}) =>
    openBank({
      home,
      store,
      userName: "ada",
      projectRoot: project,
      userHome,
      clock: fixedClock("2026-01-02T03:04:05.000Z", 1000),
      ...options,
      ...more,
    });
  return {
    bank: again(),
    store,
    home,
    project,
    userHome,
    again,
    close: async () => {
      await store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** A valid skill with these rules. */
export function skillText(slug: string, rules: string[], extra = ""): string {
  return `---
name: ${slug}
description: "Release the package. Use when a new version goes out."
metadata:
  source: auto-skill
  version: "1.0.0"
${extra}---

# Release the package

## Rules

${rules.map((rule) => `- ${rule}`).join("\n")}
`;
}
