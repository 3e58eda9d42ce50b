/**
 * `node:sqlite` without its "experimental" warning, which Node 22 prints at first load. Only that one warning is held
 * back, and only while the module loads.
 */
import process from "node:process";

export function loadSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (!/SQLite is an experimental feature/i.test(text)) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** True for SQLITE_BUSY (5) and SQLITE_LOCKED (6) with all their extended codes. */
export function isSqliteBusy(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return false;
  const primary = Number(error.errcode) & 0xff;
  return primary === 5 || primary === 6;
}
