/** What a simple command is for: its stage of work, its key and tool, and how a person would say it. */
import {
  type KindRow,
  LOOKING,
  NOISE,
  PROJECT_SCRIPT,
  ROWS,
  STEP_SUBCOMMANDS,
  type Stage,
  WITH_SUBCOMMANDS,
} from "./command-rows.ts";
import { baseName, type ShellUnit } from "./shell-units.ts";

export interface CommandKind {
  stage: Stage;
  /** Program and subcommand, e.g. `npm run build`, `mix test`, `bd close`: what two calls of one kind share. */
  key: string;
  /** The tool that a person would name, e.g. `pnpm`, `mix`, `docker`. */
  tool: string;
  /** Imperative, without the command: `Run the tests`. */
  phrase: string;
}

const DYNAMIC_HEAD = /[$`*{}<>()]/;

/** The kind of a command, or nothing when it only looks around or cannot be told. */
export function commandKind(unit: ShellUnit): CommandKind | undefined {
  const inner = carriedCommand(unit);
  if (inner !== undefined) return commandKind(inner.unit);
  const [head, ...rest] = unit.words;
  if (head === undefined || head.dynamic || DYNAMIC_HEAD.test(head.value) || unit.program === "") return undefined;
  if (NOISE.has(unit.program)) return undefined;
  const given = rest.map((word) => word.value);
  if (asksForHelp(given) || isInlineProgram(unit.program, given)) return undefined;
  const values = withoutLeadingOptions(given);
  const program = /^\.\.?\//.test(head.value) ? head.value : unit.program;
  const text = [program, ...values].join(" ");
  const sub = subcommandOf(unit.program, values);
  if (isLooking(unit.program, sub) && !STEP_SUBCOMMANDS.test(text)) return undefined;
  const found = ROWS.find((candidate) => candidate.match.test(text));
  const key = keyOf(program, values, found);
  const tool = toolOf(unit.program, values);
  if (found !== undefined) return { stage: found.stage, key, tool, phrase: phraseOf(found, values) };
  if (/\.(?:py|js|mjs|ts|rb|php|pl)$/.test(sub ?? "") || GENERAL_PROGRAMS.test(unit.program)) return undefined;
  if (!/^[A-Za-z][\w.-]*$/.test(unit.program)) return undefined;
  return { stage: "tool", key, tool, phrase: `Run ${tool}` };
}

const GENERAL_PROGRAMS = /^(?:python3?|node|ruby|perl|php|bash|sh|zsh|git)$/;

function asksForHelp(values: string[]): boolean {
  if (values.some((value) => /^(?:--help|--version|-V)$/.test(value))) return true;
  return values.length === 1 && /^(?:-h|-v|version|help)$/.test(values[0] ?? "");
}

const OPTIONS_WITH_VALUE = /^(?:-C|-F|-n|--filter|--prefix|--cwd|--dir|--namespace|--context|--workspace|--project)$/;

/** `pnpm --filter web -r build` is a build: what stands before the first word says where, not what. */
function withoutLeadingOptions(values: string[]): string[] {
  let at = 0;
  for (let value = values[at]; value !== undefined && /^[-+]/.test(value) && value !== "-m"; value = values[at]) {
    at += OPTIONS_WITH_VALUE.test(value) ? 2 : 1;
  }
  return at < values.length ? values.slice(at) : values;
}

const CARRIERS = [
  /^(?:docker|podman) compose (?:exec|run)$/,
  /^(?:docker-compose|podman-compose) (?:exec|run)$/,
  /^(?:docker|podman|container|kubectl) exec$/,
];

/** The command that another runs in a container: `docker compose exec web pytest` is a test. */
export function carriedCommand(unit: ShellUnit): { unit: ShellUnit; at: number } | undefined {
  const words = unit.words.map((word, index) => (index === 0 ? unit.program : word.value));
  const depth = words[1] === "compose" ? 3 : 2;
  if (!CARRIERS.some((carrier) => carrier.test(words.slice(0, depth).join(" ")))) return undefined;
  let at = depth;
  while (words[at]?.startsWith("-"))
    at += /^(?:-u|-w|-e|--user|--workdir|--env|-n|--namespace|-c)$/.test(words[at] ?? "") ? 2 : 1;
  at += 1;
  if (words[at] === "--") at += 1;
  const [head] = unit.words.slice(at);
  if (head === undefined) return undefined;
  return { unit: { ...unit, program: baseName(head.value), words: unit.words.slice(at), assignments: [] }, at };
}

function phraseOf(found: KindRow, values: string[]): string {
  if (found.phrase === "Install the dependencies" && isAddingPackages(values)) return "Add the dependency";
  if (found.stage === "build" && values[0] === "compile") return "Compile";
  if (found.phrase === PROJECT_SCRIPT) {
    const name = values[0] === "run" ? values[1] : values[0];
    return name !== undefined && /^[a-z][a-z0-9:_-]{1,30}$/i.test(name)
      ? `Run the project's ${name} script`
      : found.phrase;
  }
  return found.phrase;
}

/** `npm install left-pad`: adds a package, which is a change of its own and not the set-up of the project. */
function isAddingPackages(values: string[]): boolean {
  const at = values.findIndex((value) => /^(?:install|i|add|get)$/.test(value));
  if (at < 0) return false;
  const named = values.slice(at + 1).filter((value, index, all) => {
    if (value.startsWith("-")) return false;
    const option = all[index - 1] ?? "";
    return !/^(?:-r|--requirement|-e|--editable|-c|--prefix|--filter)$/.test(option);
  });
  return named.some((value) => !/^[.]|^\.\[|requirements/.test(value));
}

const INLINE_OPTIONS: Record<string, RegExp> = {
  python: /^(?:-c|-)$/,
  node: /^(?:-e|-p|-pe|--eval|--print|-)$/,
  ruby: /^(?:-e|-ne|-pe)$/,
  perl: /^-[a-z]*e$/,
  php: /^-r$/,
  mix: /^(?:-e|eval)$/,
  elixir: /^-e$/,
  deno: /^eval$/,
  bun: /^(?:-e|--eval)$/,
  tsx: /^(?:-e|--eval)$/,
};

/** A program typed on the command line: a one-off, never a step. */
function isInlineProgram(program: string, values: string[]): boolean {
  const runner = /^(?:npx|bunx)$/.test(program) ? (values.find((value) => !value.startsWith("-")) ?? "") : program;
  const options = INLINE_OPTIONS[runner.replace(/3$/, "").replace("ts-node", "tsx")];
  return options !== undefined && values.some((value) => options.test(value));
}

function isLooking(program: string, sub: string | undefined): boolean {
  if (sub === undefined) return false;
  return (LOOKING[program] ?? LOOKING["*"])?.test(sub) ?? false;
}

function subcommandOf(program: string, values: string[]): string | undefined {
  const words = values.filter((value) => !value.startsWith("-"));
  if (program === "docker" && words[0] === "compose") return words[1];
  return words[0];
}

function keyOf(program: string, values: string[], found: KindRow | undefined): string {
  if (!WITH_SUBCOMMANDS.has(baseName(program))) {
    const sub = values[0];
    const isWord = found === undefined && sub !== undefined && /^[a-z][a-z:-]{1,20}$/.test(sub);
    return isWord ? `${program} ${sub}` : program;
  }
  const words = values.filter((value) => !value.startsWith("-"));
  const moduleAt = values.indexOf("-m");
  if (/^python3?$/.test(program) && words[0] === "manage.py") return words.slice(0, 2).join(" ");
  if (/^python3?$/.test(program) && moduleAt === 0) return `python -m ${values[1] ?? ""}`;
  if (program === "git" && /^(?:checkout|switch)$/.test(words[0] ?? "")) return "git checkout -b";
  const isPair = /^(?:run|compose|rollout)$/.test(words[0] ?? "") || /^(?:gh|docker-compose|npx|bunx)$/.test(program);
  const depth = isPair && /^[a-z][\w:.-]*$/i.test(words[1] ?? "") ? 2 : 1;
  return [program, ...words.slice(0, depth)].join(" ");
}

const SCRIPT_RUNNERS = /^(?:python3?|node|ruby|php|bash|sh|zsh|tsx)$/;

/** How many words after the program are part of its name (`npm run build`: 2) and never a value. */
export function subcommandCount(unit: ShellUnit): number {
  if (!WITH_SUBCOMMANDS.has(unit.program) || SCRIPT_RUNNERS.test(unit.program)) return 0;
  const words = unit.words
    .slice(1)
    .map((word) => word.value)
    .filter((value) => !value.startsWith("-"));
  return /^(?:run|compose|exec|rollout|image|buildx)$/.test(words[0] ?? "") || unit.program === "gh" ? 2 : 1;
}

/** The name of the tool that does the work: the module or package behind a runner such as `npx` or `python -m`. */
function toolOf(program: string, values: string[]): string {
  const words = values.filter((value) => !value.startsWith("-"));
  if (/^(?:npx|bunx)$/.test(program)) return words[0] ?? program;
  if (/^python3?$/.test(program) && values[0] === "-m") return values[1] ?? program;
  if (program === "manage.py" || (/^python3?$/.test(program) && words[0] === "manage.py")) return "django";
  if ((program === "uv" || program === "poetry") && words[0] === "run") return words[1] ?? program;
  if (program === "bundle" && words[0] === "exec") return words[1] ?? program;
  if (program === "gradlew") return "gradle";
  if (program === "mvnw") return "maven";
  if (program === "docker-compose") return "docker compose";
  if (program === "docker" && words[0] === "compose") return "docker compose";
  if (program === "bd") return "bd";
  return program;
}
