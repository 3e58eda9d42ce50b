/**
 * The one list of transcript formats. A new format is one file here and one line in this list (see docs/sessions.md).
 * Order matters only between equal confidences: the earlier wins.
 */
import type { TranscriptFormat } from "../reader.ts";
import { geminiCliDocument, geminiCliLines } from "./gemini-cli.ts";
import { qwenCode } from "./qwen-code.ts";

export const transcriptFormats: readonly TranscriptFormat[] = [qwenCode, geminiCliLines, geminiCliDocument];
