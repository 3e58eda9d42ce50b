/** A document as units: the smallest pieces of its structure that can say something by themselves. */
import type { ByteSpan } from "../../session/index.ts";

export const DOCUMENT_KINDS = ["markdown", "html", "text", "pdf", "docx"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Largest document that is read. */
export const DOCUMENT_BOUNDS = {
  bytes: 32 * 1024 * 1024,
  pages: 1_000,
  units: 50_000,
  /** Of a DOCX file, unpacked. */
  unpackedBytes: 256 * 1024 * 1024,
} as const;

export interface DocumentUnit {
  /** Position in the document, from 1: `unit-12`. */
  id: string;
  /** The headings above it, outermost first. */
  headings: string[];
  /** `step`: an item of a numbered list. */
  block: "step" | "item" | "paragraph";
  /** One line of Markdown, code as code spans, redacted; an item that ends in a short code block has that below. */
  text: string;
  /** Into the file's bytes; 0-0 where the format has no stable ones (PDF, DOCX). */
  span: ByteSpan;
  /** sha256 of headings and text. */
  digest: string;
}

export interface DocumentContent {
  kind: DocumentKind;
  title?: string;
  units: DocumentUnit[];
  /** sha256 of the bytes. */
  digest: string;
}

export interface DocumentSource {
  /** For messages and the kind. */
  name: string;
  bytes: Uint8Array;
}
