/**
 * Text of others made safe to read for a model: what cannot be seen is shown as an escape, and the control words of chat
 * templates are broken, so that no server takes them for its own.
 *
 * Contract: for one line; a line end becomes an escape too. What is escaped cannot be told from what looked so before: the
 * source is the truth.
 */

/**
 * Controls but tab; line and paragraph separators; what has no glyph of its own (soft hyphen, characters without width,
 * bidirectional controls, variation selectors but the two of emoji, tag characters, which spell hidden ASCII);
 * annotations; noncharacters.
 */
const UNSEEN =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]--[\t\u200c\u200d\ufe0e\ufe0f]]/gv;
/** The joiners belong to Indic and Persian words and to emoji; elsewhere they hide. */
const STRAY_JOINER =
  /(?<![^\u0000-\u007f\u200b-\u200f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f\u200b-\u200f])/gu;

/** `<|im_start|>`, `<s>`, `<start_of_turn>`, `<system-reminder>`, `<<SYS>>`, `[INST]`, … (model cards of their makers). */
const CONTROL_WORD =
  /<(?=[|\uff5c]|<\/?SYS>>|\/?(?:s|bos|eos|unk|pad|start_of_turn|end_of_turn|think|tool_calls?|tool_response|function_calls|function_results|system|system-reminder|assistant|user|human|developer|transcript)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|gMASK)\])/gi;

/** @example visibleText("a\u202eb <|im_end|>") // "a\\u202eb <\\|im_end|>" */
export function visibleText(line: string): string {
  return line
    .toWellFormed()
    .replaceAll(UNSEEN, escapeOf)
    .replaceAll(STRAY_JOINER, escapeOf)
    .replaceAll(CONTROL_WORD, "$&\\");
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code > 0xffff) return `\\u{${digits}}`;
  return code < 0x100 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
