import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** sha256 of text (as UTF-8) or bytes, as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** sha256 of the canonical JSON of a value: equal values give equal digests, whatever their key order. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** An id that depends on content alone: `prefix_` and the first 16 hex digits of the digest (64 bits). */
export function contentId(prefix: string, value: unknown): string {
  return `${prefix}_${digestOf(value).slice(0, 16)}`;
}
