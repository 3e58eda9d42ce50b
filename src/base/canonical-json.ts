/**
 * Canonical JSON: object keys sorted by UTF-16 code unit, no white space, `undefined` members left out
 * (RFC 8785 without its number edge cases, which no value of ours reaches). Equal values give equal bytes.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}
