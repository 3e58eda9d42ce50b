/**
 * Which skills an agent opened in a session, by name: through a tool for skills, or by reading a SKILL.md. Calls that failed
 * do not count, writing a skill is no use of it, and a skill that was merely listed was not used.
 */
import { capabilityOfName, type Message, type ToolCallPart } from "../session/index.ts";

export interface SkillUseCollector {
  add(message: Message): void;
  /** Names as the session has them, sorted, each once. */
  finish(): string[];
}

/** More than any session opens; a file that names more is no session. */
const MOST_NAMES = 1_000;

export function createSkillUseCollector(): SkillUseCollector {
  const used = new Set<string>();
  const pending = new Map<string, string[]>();
  const settle = (callId: string, failed: boolean): void => {
    for (const name of failed ? [] : (pending.get(callId) ?? [])) if (used.size < MOST_NAMES) used.add(name);
    pending.delete(callId);
  };
  return {
    add(message) {
      for (const part of message.parts) {
        if (part.type === "tool_call") {
          const names = skillsOpenedBy(part);
          if (names.length > 0) pending.set(part.callId, names);
          if (part.status !== undefined && part.status !== "unknown") settle(part.callId, part.status !== "ok");
        } else if (part.type === "tool_result") {
          settle(part.callId, part.status === "error" || part.status === "cancelled");
        }
      }
    },
    finish() {
      for (const callId of [...pending.keys()]) settle(callId, false);
      return [...used].sort();
    },
  };
}

const NAME_KEYS = ["skill", "skill_name", "skillName", "name", "command"] as const;
const SKILL_FILE = /(?:^|[\\/])([a-z0-9]+(?:-[a-z0-9]+)*)[\\/]SKILL\.md$/i;
/** `cat a/SKILL.md`, `sed -n 1,80p a/SKILL.md`: a program that shows a file, and nothing that writes before it. */
const SHOWN = /\b(?:cat|bat|head|tail|less|more|nl|sed\s+-n|type|get-content)\b[^|;&>\n]*/gi;
const SHOWN_FILE = /(?:^|[\s"'\\/])([a-z0-9]+(?:-[a-z0-9]+)*)[\\/]SKILL\.md\b/gi;

function skillsOpenedBy({ name, input }: ToolCallPart): string[] {
  const capability = capabilityOfName(name);
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  if (capability === "skill") return "action" in fields ? [] : namedSkill(fields);
  const texts = typeof input === "string" ? [input] : Object.values(fields).flatMap(textsIn);
  if (capability === "read") return texts.flatMap((text) => SKILL_FILE.exec(text)?.[1]?.toLowerCase() ?? []);
  if (capability !== "shell") return [];
  return texts
    .flatMap((text) => text.match(SHOWN) ?? [])
    .flatMap((shown) => [...shown.matchAll(SHOWN_FILE)].map((match) => (match[1] ?? "").toLowerCase()));
}

/** `{skill: "plugin:name"}`, `{name}`, `{command: "/name"}`. */
function namedSkill(fields: Record<string, unknown>): string[] {
  for (const key of NAME_KEYS) {
    const value = fields[key];
    if (typeof value !== "string") continue;
    const name = value.trim().replace(/^\//, "").split(/[\s]/)[0]?.split(":").at(-1)?.toLowerCase() ?? "";
    if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [name];
  }
  return [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  const texts = value.filter((entry): entry is string => typeof entry === "string");
  return [...texts, texts.join(" ")];
}
