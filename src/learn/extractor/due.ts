/** When a conversation is to be looked at. */

export const EXTRACT_MODES = ["auto", "always", "never"] as const;
export type ExtractMode = (typeof EXTRACT_MODES)[number];

/** Turns of the person after which `auto` looks again. */
export const DEFAULT_EXTRACT_EVERY = 4;

export interface ExtractDue {
  mode: ExtractMode;
  /** Default 4. */
  everyTurns?: number;
  /** Turns of the person so far. */
  personTurns: number;
  /** Turns of the person when it was last looked at; 0 for never. */
  lookedAt: number;
}

/** `always`: whenever there is a new turn; `auto`: after so many; `never` does not hold back a person who asks for it. */
export function isExtractDue({ mode, everyTurns = DEFAULT_EXTRACT_EVERY, personTurns, lookedAt }: ExtractDue): boolean {
  const fresh = personTurns - lookedAt;
  if (mode === "never" || fresh <= 0) return false;
  return mode === "always" || fresh >= everyTurns;
}
