export { canonicalJson } from "./canonical-json.ts";
export { type Clock, fixedClock, systemClock } from "./clock.ts";
export { contentId, digestOf, sha256 } from "./digest.ts";
export { AutoskillError, type AutoskillErrorOptions, type ErrorJson, errorToJson } from "./errors.ts";
