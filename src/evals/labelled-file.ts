/**
 * Files of labelled cases: JSON Lines, plain or gzipped, whole in memory. A line that does not fit is an error with its
 * number: an evaluation over half of a set would give figures that mean nothing.
 */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { AutoskillError } from "../base/index.ts";

/** What a file holds, unzipped where its name ends in `.gz`. @throws AutoskillError `DATA_UNREADABLE` */
export async function readDataFile(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new AutoskillError({
      code: "DATA_UNREADABLE",
      message: `${file} cannot be read: ${(error as Error).message}`,
      next: "Check the path, and that a name in .gz is a gzip file.",
      cause: error,
    });
  }
}

/**
 * Reads every line with `parse`, which gives the case or says what is wrong with it.
 *
 * @throws AutoskillError `DATA_UNREADABLE`; `DATA_INVALID` with the first line that does not fit.
 */
export async function readCases<Case>(
  file: string,
  expected: string,
  parse: (record: Record<string, unknown>) => Case | string,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [at, line] of (await readDataFile(file)).split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line, parse);
    if (typeof parsed === "string") {
      throw new AutoskillError({
        code: "DATA_INVALID",
        message: `${file}, line ${at + 1}: ${parsed}.`,
        expected,
        next: "Correct the line, or take it out.",
      });
    }
    cases.push(parsed);
  }
  return cases;
}

function parseLine<Case>(line: string, parse: (record: Record<string, unknown>) => Case | string): Case | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return "not JSON";
  }
  if (typeof record !== "object" || record === null || Array.isArray(record)) return "not a JSON object";
  return parse(record as Record<string, unknown>);
}

/** A list of texts, or `undefined` where there is none or it holds something else. */
export function textList(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}
