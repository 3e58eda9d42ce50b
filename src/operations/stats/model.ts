/** The tables of a bank of skills. */

export interface StatsRow {
  name: string;
  count: number;
}

export interface StatsReport {
  /** `bank`, or the path that was measured. */
  source: string;
  skills: number;
  /** Where the files of a bank came from: a folder, or for our own bank the scope. `conversations` where evidence tells. */
  subsets: (StatsRow & { conversations?: number })[];
  /** The first `top` of `distinctTags`. */
  tags: StatsRow[];
  distinctTags: number;
  categories: StatsRow[];
  platforms: StatsRow[];
  /** By version, the oldest first; `none` for files without one. */
  versions: StatsRow[];
  /** Skills whose version is beyond 0.1.0: merged into at least once. */
  refined: number;
  /** Only for our own bank. */
  support?: {
    rules: number;
    /** Rules by their best support; `by_hand` for a person's own, `none` for the rest. */
    bySupport: StatsRow[];
    /** Skills by how many sessions support them. */
    bySessions: StatsRow[];
  };
  /** Only for our own bank: how often skills were found, injected and used, and those used most. */
  use?: { byKind: StatsRow[]; neverUsed: number; mostUsed: StatsRow[] };
  /** Where the picture was written. */
  svg?: string;
}
