/** Pi (pi-coding-agent, session versions 1 to 3): `~/.pi/agent/sessions/--<path>--/<time>_<id>.jsonl`; see `pi-entries.ts`. */
import type { TranscriptFormat } from "../reader.ts";
import { openEntries, recogniseEntries } from "./pi-entries.ts";

export const pi: TranscriptFormat = {
  kind: "pi",
  layout: "lines",
  recognise: (sample) => recogniseEntries(sample.values),
  open: (context) => openEntries(context),
};
