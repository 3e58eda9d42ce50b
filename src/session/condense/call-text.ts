/** A tool call's input as text to read: one member a line, texts of several lines below their name. */
import { canonicalJson } from "../../base/index.ts";

export function callText(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === undefined || input === null) return "";
  if (typeof input !== "object" || Array.isArray(input)) return jsonOf(input);
  const members = Object.entries(input);
  return members.map(([key, value]) => `${key}:${valueText(value)}`).join("\n");
}

function valueText(value: unknown): string {
  if (typeof value !== "string") return ` ${jsonOf(value)}`;
  if (!/[\n\r]/.test(value)) return ` ${value}`;
  return `\n${value.replaceAll(/^/gm, "  ")}`;
}

function jsonOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return String(value);
  }
}
