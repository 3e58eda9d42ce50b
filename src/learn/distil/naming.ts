/**
 * Names the class of a task, so that the next session of the same class lands on the same skill. Names come from what
 * was done and with which tools, never from an issue number, an error, a file of the day or a person's sentence.
 */
import { slugify } from "../../skill/index.ts";
import type { Stage } from "./command-rows.ts";
import type { Procedure, ProcedureStep } from "./procedure.ts";

export interface TaskClass {
  slug: string;
  title: string;
  /** First sentence of the description: what the skill holds. */
  what: string;
  /** Situations, each to be read after "Use when". */
  when: string[];
  tags: string[];
}

type Goal = "deploy" | "release" | "issue" | "migrate" | "change" | "container" | "check" | "build" | "run" | "tool";

const LANGUAGES: [language: string, tools: RegExp, extensions: RegExp][] = [
  ["TypeScript", /^(?:tsc|vue-tsc|tsx|ts-node|tsup)$/, /\.tsx?$|\.mts$/],
  [
    "Python",
    /^(?:python3?|pytest|pip3?|uv|poetry|pipenv|ruff|mypy|black|flake8|tox|nox|manage\.py|alembic|unittest|pyright)$/,
    /\.pyi?$/,
  ],
  ["Elixir", /^(?:mix|iex)$/, /\.exs?$|\.heex$/],
  ["Rust", /^(?:cargo|rustfmt)$/, /\.rs$/],
  ["Go", /^(?:go|gofmt|golangci-lint|goreleaser)$/, /\.go$/],
  ["Ruby", /^(?:bundle|rails|rake|rspec|rubocop|gem)$/, /\.rb$/],
  ["Java", /^(?:gradle|maven|mvn)$/, /\.(?:java|kt)$/],
  [".NET", /^dotnet$/, /\.cs$/],
  ["PHP", /^(?:php|composer|phpunit|pest|phpstan)$/, /\.php$/],
  ["Swift", /^(?:swift|xcodebuild|swiftlint)$/, /\.swift$/],
  ["Dart", /^(?:flutter|dart)$/, /\.dart$/],
  ["C++", /^(?:cmake|ninja|ctest|meson)$/, /\.(?:cpp|cc|hpp|c|h)$/],
  [
    "JavaScript",
    /^(?:npm|pnpm|yarn|bun|jest|vitest|mocha|eslint|vite|next|playwright|biome|prettier|node)$/,
    /\.[cm]?jsx?$/,
  ],
];

const CONTAINER_TOOLS = /^(?:docker|podman|container|docker compose|buildah)$/;
const TRACKERS = /^(?:bd|jira|linear|gh|glab)$/;
/** Tools that every project has: they tell nothing about the class of a task. */
const UNTELLING = /^(?:git|gh|glab|curl|node|python3?|ruby|bash|sh)$|\//;

/** The class of what a procedure does, or nothing when it has no telling part. */
export function nameTask(procedure: Procedure, writtenPaths: string[]): TaskClass | undefined {
  const all = [...procedure.steps, ...procedure.checks];
  const language = languageOf(all, writtenPaths);
  const tracker = firstTool(all, (step) => /_issue$/.test(step.kind.stage) && TRACKERS.test(step.kind.tool));
  const named = goalsOf(procedure, all)
    .map((goal) => ({ goal, tool: mainTool(goal, procedure.checks) ?? mainTool(goal, all) }))
    .find((candidate) => candidate.tool !== undefined);
  if (named?.tool === undefined) return undefined;
  const { goal, tool } = named;
  const names = nameFor(goal, language, tool, tracker);
  return {
    ...names,
    slug: slugify(names.slug),
    tags: [
      ...new Set(
        [language?.toLowerCase().replace(/^\./, "dot").replace("c++", "cpp"), tool, tracker].filter(
          (tag) => tag !== undefined,
        ),
      ),
    ]
      .map((tag) => tag.replace(/[^a-z0-9]+/gi, "-").toLowerCase())
      .filter((tag) => tag !== ""),
  };
}

/** What the session was for, the most telling goal first. */
function goalsOf(procedure: Procedure, all: ProcedureStep[]): Goal[] {
  const has = (...stages: Stage[]) => all.some((step) => stages.includes(step.kind.stage));
  const checked = has("test", "lint", "typecheck");
  const tool = mainTool("tool", all);
  const uses = new Set(all.filter((step) => step.kind.tool === tool).map((step) => step.kind.key));
  const goals: [Goal, boolean][] = [
    ["deploy", has("deploy")],
    ["release", all.some((step) => step.kind.stage === "release" && !/^git tag/.test(step.kind.key))],
    ["issue", has("claim_issue", "close_issue")],
    ["migrate", has("migrate") && all.some((step) => step.kind.phrase === "Generate the migration")],
    ["change", procedure.edits.length > 0 && (checked || has("build"))],
    ["container", all.some((step) => CONTAINER_TOOLS.test(step.kind.tool) && /^(?:build|run)$/.test(step.kind.stage))],
    ["check", checked],
    ["build", has("build")],
    ["run", has("run")],
    ["tool", uses.size >= 2],
  ];
  return goals.flatMap(([goal, holds]) => (holds ? [goal] : []));
}

const STAGES_OF_GOAL: Record<Goal, Stage[]> = {
  deploy: ["deploy"],
  release: ["release"],
  issue: ["test", "build", "lint", "typecheck", "generate", "setup"],
  migrate: ["migrate", "generate"],
  change: ["test", "build", "lint", "typecheck", "format"],
  container: ["build", "run"],
  check: ["test", "lint", "typecheck"],
  build: ["build"],
  run: ["run"],
  tool: ["tool"],
};

/** The tool that carries the goal: of the most important stage that has one, the one used most. */
function mainTool(goal: Goal, all: ProcedureStep[]): string | undefined {
  for (const stage of STAGES_OF_GOAL[goal]) {
    const counts = new Map<string, number>();
    for (const step of all) {
      if (step.kind.stage !== stage || UNTELLING.test(step.kind.tool)) continue;
      if (goal === "container" && !CONTAINER_TOOLS.test(step.kind.tool)) continue;
      counts.set(step.kind.tool, (counts.get(step.kind.tool) ?? 0) + step.calls.length);
    }
    const best = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
    if (best !== undefined) return best[0];
  }
  return undefined;
}

function firstTool(all: ProcedureStep[], matches: (step: ProcedureStep) => boolean): string | undefined {
  return all.find(matches)?.kind.tool;
}

function languageOf(all: ProcedureStep[], writtenPaths: string[]): string | undefined {
  const score = new Map<string, number>();
  for (const [language, tools, extensions] of LANGUAGES) {
    const byFiles = writtenPaths.filter((path) => extensions.test(path)).length;
    const byTools = all.filter((step) => tools.test(step.kind.tool)).length;
    if (byFiles + byTools > 0) score.set(language, byFiles + 2 * byTools);
  }
  if (score.has("TypeScript") && score.has("JavaScript")) {
    score.set("TypeScript", (score.get("TypeScript") ?? 0) + (score.get("JavaScript") ?? 0));
  }
  return [...score].sort((a, b) => b[1] - a[1])[0]?.[0];
}

interface Names {
  slug: string;
  title: string;
  what: string;
  when: string[];
}

function nameFor(goal: Goal, language: string | undefined, tool: string, tracker: string | undefined): Names {
  const lang = language === undefined ? "" : `${language} `;
  const slugLang =
    language === undefined ? "" : `${language.replace("C++", "cpp").replace(".NET", "dotnet").toLowerCase()} `;
  switch (goal) {
    case "deploy":
      return {
        slug: `deploy with ${tool}`,
        title: `Deploy with ${tool}`,
        what: `How to deploy with ${tool}`,
        when: ["deploying, rolling out or updating a running environment"],
      };
    case "release":
      return {
        slug: `release ${slugLang}package with ${tool}`,
        title: `Release ${article(language)} ${lang}package with ${tool}`,
        what: `How to release ${article(language)} ${lang}package with ${tool}`,
        when: ["preparing, tagging or publishing a release"],
      };
    case "issue":
      return {
        slug: `work on issue with ${tracker ?? "tracker"} and ${tool}`,
        title: `Work on an issue with ${tracker ?? "the tracker"} and ${tool}`,
        what: `How to take an issue from ${tracker ?? "the tracker"} to done in ${article(language)} ${lang}project built with ${tool}`,
        when: [`implementing, fixing or continuing an issue that is tracked with ${tracker ?? "the issue tracker"}`],
      };
    case "migrate":
      return {
        slug: `change database schema with ${tool}`,
        title: `Change the database schema with ${tool}`,
        what: `How to generate and apply a database migration with ${tool}`,
        when: ["adding or changing tables, columns, resources or models that need a migration"],
      };
    case "change":
      return {
        slug: `change and check ${slugLang}code with ${tool}`,
        title: `Change and check ${lang}code with ${tool}`,
        what: `How to make a change to ${lang}code and prove it with ${tool}`,
        when: [`implementing a feature, fixing a bug or refactoring ${lang}code`],
      };
    case "container":
      return {
        slug: `build and run container with ${tool}`,
        title: `Build and run the container with ${tool}`,
        what: `How to build and run the project's container with ${tool}`,
        when: ["building, starting or debugging the container image"],
      };
    case "check":
      return {
        slug: `run ${slugLang}checks with ${tool}`,
        title: `Run the ${lang}checks with ${tool}`,
        what: `How to run the ${lang}tests and checks with ${tool}`,
        when: ["running the tests or other checks, or finding out why they fail"],
      };
    case "build":
      return {
        slug: `build ${slugLang}project with ${tool}`,
        title: `Build the ${lang}project with ${tool}`,
        what: `How to build the ${lang}project with ${tool}`,
        when: ["building the project, or finding out why the build fails"],
      };
    case "run":
      return {
        slug: `run ${slugLang}application with ${tool}`,
        title: `Run the ${lang}application with ${tool}`,
        what: `How to start and run the ${lang}application with ${tool}`,
        when: ["starting the application, or trying a change in it"],
      };
    case "tool":
      return {
        slug: `work with ${tool}`,
        title: `Work with ${tool}`,
        what: `How ${tool} is used`,
        when: [`a task needs ${tool}`],
      };
  }
}

function article(language: string | undefined): string {
  return language !== undefined && /^[AEIO]/.test(language) ? "an" : "a";
}
