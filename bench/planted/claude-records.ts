/** Records appended to a real Claude Code transcript: what a person said, what a command gave, what the agent said. */
import { createHash } from "node:crypto";

export type PlantedStep =
  | { say: string }
  | { agent: string }
  | { run: string; output: string; failed?: true }
  | { fetch: string; output: string };

interface Chain {
  uuid?: string;
  sessionId?: string;
  cwd?: string;
  version?: string;
  timestamp?: string;
}

/** The transcript with the steps after its last record, as the same session going on. */
export function withSteps(transcript: string, steps: readonly PlantedStep[], seed: string): string {
  const chain = lastOf(transcript);
  const lines: string[] = [];
  let count = 0;
  let parent = chain.uuid ?? null;
  const last = Date.parse(chain.timestamp ?? "");
  const start = Number.isNaN(last) ? Date.parse("2026-01-05T10:00:00Z") : last;
  const at = () => new Date(start + count * 5_000).toISOString();
  const add = (type: "user" | "assistant", message: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    count += 1;
    const uuid = idOf(`${seed}:${count}`);
    const { sessionId = "planted", cwd = "/work/project", version = "2.0.0" } = chain;
    const common = {
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId,
      version,
      gitBranch: "main",
    };
    lines.push(JSON.stringify({ ...common, type, message, uuid, timestamp: at(), ...more }));
    parent = uuid;
  };
  const assistant = (content: unknown[]) =>
    add("assistant", {
      id: `msg_${idOf(`${seed}:m${count}`)}`,
      type: "message",
      role: "assistant",
      model: "m",
      content,
    });
  for (const step of steps) {
    if ("say" in step) add("user", { role: "user", content: step.say });
    else if ("agent" in step) assistant([{ type: "text", text: step.agent }]);
    else {
      const id = `toolu_${idOf(`${seed}:t${count}`).replaceAll("-", "")}`;
      const [name, input] =
        "run" in step ? ["Bash", { command: step.run }] : ["WebFetch", { url: step.fetch, prompt: "read it" }];
      assistant([{ type: "tool_use", id, name, input }]);
      const failed = "failed" in step && step.failed === true;
      const result = {
        type: "tool_result",
        tool_use_id: id,
        content: failed ? `Exit code 1\n${step.output}` : step.output,
      };
      add("user", { role: "user", content: [{ ...result, ...(failed ? { is_error: true } : {}) }] });
    }
  }
  return `${transcript.replace(/\n*$/, "\n")}${lines.join("\n")}\n`;
}

function lastOf(transcript: string): Chain {
  const chain: Chain = {};
  for (const line of transcript.split("\n")) {
    try {
      const record = JSON.parse(line) as Chain & { isSidechain?: boolean };
      if (record.isSidechain === true) continue;
      for (const key of ["uuid", "sessionId", "cwd", "version", "timestamp"] as const) {
        if (typeof record[key] === "string") chain[key] = record[key];
      }
    } catch {
      // The last line of a cut transcript.
    }
  }
  return chain;
}

function idOf(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
