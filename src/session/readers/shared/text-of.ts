/** The text in what tools give back: strings as they are, lists of text parts joined, anything else as JSON. */
import { asArray, asRecord } from "./json-access.ts";

export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const texts = asArray(value).map((item) => (typeof item === "string" ? item : asRecord(item)?.text));
  if (texts.length > 0 && texts.every((text) => typeof text === "string")) return texts.join("\n");
  return JSON.stringify(value);
}
