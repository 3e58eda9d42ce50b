/** All operations. A face (CLI, MCP, HTTP) lists these and nothing else. */
import { run } from "./agent/run.ts";
import { configGet, configList, configSet } from "./config.ts";
import { archive, archived, restore } from "./curate/archive.ts";
import { curate } from "./curate/curate.ts";
import { pin, unpin } from "./curate/pin.ts";
import { approve, pending, reject } from "./decide.ts";
import { demo } from "./demo.ts";
import { diff } from "./diff.ts";
import { doctor } from "./doctor.ts";
import { evalMerge } from "./eval-merge.ts";
import { evalPatches } from "./eval-patches.ts";
import { evolve } from "./evolve/index.ts";
import { exportSkills } from "./export/export.ts";
import { extract } from "./extract/extract.ts";
import { sessionsForget } from "./forget-session.ts";
import { history, remove, rollback } from "./history.ts";
import { importArchives } from "./import/import.ts";
import { learn } from "./learn/learn.ts";
import { ledger, undo } from "./ledger.ts";
import { lint } from "./lint.ts";
import { list } from "./list.ts";
import { model } from "./model/model.ts";
import { usage } from "./model/usage.ts";
import { review } from "./review/index.ts";
import { evalRetrieval, evalTriggers } from "./search/evaluate.ts";
import { indexRebuild, indexStatus } from "./search/index-state.ts";
import { renderContext } from "./search/render-context.ts";
import { search } from "./search/search.ts";
import { tuneSkillTriggers } from "./search/tune-triggers.ts";
import { sessions } from "./sessions.ts";
import { sessionsCheck } from "./sessions-check.ts";
import { show } from "./show.ts";
import { stats } from "./stats/stats.ts";
import { why } from "./why.ts";

export const operations = [
  demo,
  sessions,
  sessionsCheck,
  sessionsForget,
  learn,
  evolve,
  importArchives,
  exportSkills,
  stats,
  extract,
  list,
  show,
  why,
  diff,
  history,
  rollback,
  remove,
  ledger,
  undo,
  curate,
  pin,
  unpin,
  archive,
  restore,
  archived,
  pending,
  approve,
  reject,
  review,
  run,
  search,
  renderContext,
  indexStatus,
  indexRebuild,
  lint,
  evalMerge,
  evalPatches,
  evalRetrieval,
  evalTriggers,
  tuneSkillTriggers,
  model,
  usage,
  configGet,
  configSet,
  configList,
  doctor,
] as const;
