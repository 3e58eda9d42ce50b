export { canonicalJson } from "./canonical-json.ts";
export { type Clock, fixedClock, systemClock } from "./clock.ts";
export { contentId, digestOf, sha256 } from "./digest.ts";
export { AutoskillError, type AutoskillErrorOptions, type ErrorJson, errorToJson } from "./errors.ts";
export { estimateTokens, PARTS_PER_TOKEN, tokenParts } from "./estimate-tokens.ts";
export { createPrivateFile, type FileLockOptions, withFileLock, withFreeFileLock } from "./file-lock.ts";
export {
  isCode,
  makeFolder,
  type OpenDirectory,
  openChildDirectory,
  openDirectory,
  openDirectoryInside,
} from "./fs-directory.ts";
export { isInside, realPathOfExisting, resolveInside, splitRelativePath } from "./fs-path.ts";
export { moveWithoutReplacing, type WriteOptions, writeFileAtomic, writeNewFile } from "./fs-write.ts";
export { isSqliteBusy, loadSqlite } from "./node-sqlite.ts";
export { OWN_RUN_MARKER } from "./own-run.ts";
export { packageVersion } from "./package-version.ts";
export { findSecrets, mayContainSecret, redactText, type SecretSpan } from "./redact.ts";
export { redactValue } from "./redact-value.ts";
export { readRetryAfter } from "./retry-after.ts";
export { visibleText } from "./visible-text.ts";
export { readZip, ZIP_BOUNDS, type ZipEntry, type ZipListing } from "./zip-entries.ts";
