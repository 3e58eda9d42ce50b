/** `jq` with filters that read the given files only. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { type OptionTable, readOptions } from "./options.ts";
import { excerpt } from "./words.ts";

const OPTIONS: OptionTable = {
  flags: "acCejMnrRsS",
  long: {
    ascii: null,
    "ascii-output": null,
    "color-output": null,
    "compact-output": null,
    "exit-status": null,
    "join-output": null,
    "monochrome-output": null,
    "null-input": null,
    "raw-input": null,
    "raw-output": null,
    slurp: null,
    "sort-keys": null,
    tab: null,
  },
};

/**
 * The environment, modules, and the names of files. The words of modules count wherever they stand, because comments may come
 * before them; a field of that name (`.module`) is none.
 */
const REACHING_OUT =
  /\benv\b|\$ENV|\$__|\b(?:input_filename|modulemeta|get_search_list)\b|(?<!\.)\b(?:module|import|include)\b/;

export const jqRule: ProgramRule = (call) => {
  const { operands } = readOptions("jq", call.args, OPTIONS);
  const [filter, ...files] = operands;
  if (filter === undefined || filter.pattern || REACHING_OUT.test(filter.value)) {
    throw refuse(
      "SHELL_SCRIPT",
      `The filter ${excerpt(filter?.value ?? "")} of \`jq\` reaches for the environment or for other files.`,
      "Use filters on the input alone; the environment is not shown here.",
    );
  }
  for (const file of files) if (file.value !== "-") call.read(file);
  return undefined;
};
