/**
 * The import arrows of the design (§3), and: a room's index.ts is its door; nobody reaches past it.
 * `rooms` maps each folder of src/ to the rooms it may import.
 */
const all = [
  "base", "session", "skill", "store", "search", "bank", "model", "learn", "memory", "team",
  "hosts", "agent", "evals", "operations", "gateway", "server", "mcp", "cli", "sdk",
];
const rooms = {
  base: [],
  session: ["base"],
  skill: ["base"],
  store: ["base"],
  search: ["base", "skill"],
  bank: ["base", "skill", "store", "search"],
  model: ["base"],
  learn: ["base", "session", "skill", "store", "search", "bank", "model"],
  memory: ["base", "session", "skill", "store", "search", "bank", "model", "learn"],
  team: ["base", "session", "skill", "store", "search", "bank", "model", "learn", "memory"],
  hosts: ["base", "session", "skill"],
  agent: ["base", "session", "skill", "search", "bank", "model", "learn"],
  evals: ["base", "session", "skill", "search", "bank", "learn"],
  operations: [
    "base", "session", "skill", "store", "search", "bank", "model", "learn", "memory", "team", "hosts", "agent", "evals",
  ],
  gateway: ["base", "session", "search", "bank", "learn"],
  server: all,
  mcp: all,
  cli: all,
  sdk: all.filter((room) => !["cli", "mcp", "server", "gateway"].includes(room)),
};

const forbidden = [
  { name: "no-circular", severity: "error", from: {}, to: { circular: true, dependencyTypesNot: ["type-only"] } },
  {
    name: "through-the-door",
    comment: "Import another room through its index.ts.",
    severity: "error",
    from: { path: "^src/([^/]+)/" },
    to: { path: "^src/([^/]+)/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$"] },
  },
];
for (const [room, may] of Object.entries(rooms)) {
  forbidden.push({
    name: `arrows-of-${room}`,
    severity: "error",
    from: { path: `^src/${room}/` },
    to: { path: "^src/([^/]+)/", pathNot: [room, ...may].map((name) => `^src/${name}/`) },
  });
}

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$|\\.test-helper\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".js"] },
  },
};
