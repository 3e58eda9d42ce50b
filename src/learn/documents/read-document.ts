/**
 * Reads a document of any kind that people keep rules and procedures in. Each format's library is loaded when it is
 * needed first. The content decides the kind where it can (PDF, DOCX), else the name.
 */
import { AutoskillError, sha256 } from "../../base/index.ts";
import { DOCUMENT_BOUNDS, type DocumentContent, type DocumentKind, type DocumentSource } from "./model.ts";
import type { TreeUnits } from "./units-from-tree.ts";

const KINDS: Readonly<Record<string, DocumentKind>> = {
  md: "markdown",
  markdown: "markdown",
  mdx: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  txt: "text",
  text: "text",
  pdf: "pdf",
  docx: "docx",
};

/** The kind that a name promises. */
export function documentKindOf(name: string): DocumentKind | undefined {
  return KINDS[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
}

/**
 * @throws AutoskillError `DOCUMENT_UNREADABLE` for what is no document of its kind, `DOCUMENT_TOO_LARGE`,
 *   `ARCHIVE_INVALID`, `ARCHIVE_TOO_LARGE`
 */
export async function readDocument(source: DocumentSource): Promise<DocumentContent> {
  const { name, bytes } = source;
  if (bytes.byteLength > DOCUMENT_BOUNDS.bytes) {
    throw new AutoskillError({
      code: "DOCUMENT_TOO_LARGE",
      message: `${name} has ${bytes.byteLength} bytes; at most ${DOCUMENT_BOUNDS.bytes} are read.`,
      next: "Split it, or give the part that matters.",
    });
  }
  const kind = Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-" ? "pdf" : documentKindOf(name);
  if (kind === undefined) throw unreadable(name, "its kind is not known");
  try {
    const { title, units } = await unitsOf(kind, source);
    return { kind, ...(title === undefined ? {} : { title }), units, digest: sha256(bytes) };
  } catch (error) {
    if (AutoskillError.isInstance(error)) throw error;
    throw unreadable(name, error instanceof Error ? error.message : String(error), error);
  }
}

async function unitsOf(kind: DocumentKind, { name, bytes }: DocumentSource): Promise<TreeUnits> {
  if (kind === "pdf") return (await import("./read-pdf.ts")).readPdf(bytes);
  if (kind === "docx") return (await import("./read-docx.ts")).readDocx(bytes, name);
  const text = textOf(name, bytes);
  return kind === "html"
    ? (await import("./read-html.ts")).readHtml(text)
    : (await import("./read-markdown.ts")).readMarkdown(text);
}

function textOf(name: string, bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Told below.
  }
  throw unreadable(name, "it is not text in UTF-8");
}

function unreadable(name: string, found: string, cause?: unknown): AutoskillError {
  return new AutoskillError({
    code: "DOCUMENT_UNREADABLE",
    message: `${name} cannot be read as a document: ${found.slice(0, 200).replace(/\.$/, "")}.`,
    expected: "Markdown, HTML, text in UTF-8, PDF or DOCX",
    next: "Save it as one of these and give it again.",
    cause,
  });
}
