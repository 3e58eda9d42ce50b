/** Documents: read into units, and from units to candidates. */
export {
  DOCUMENT_BOUNDS,
  DOCUMENT_KINDS,
  type DocumentContent,
  type DocumentKind,
  type DocumentSource,
  type DocumentUnit,
} from "./model.ts";
export { documentKindOf, readDocument } from "./read-document.ts";
export { candidatesFromDocument, type DocumentCandidates, type DocumentOrigin } from "./rules-from-document.ts";
