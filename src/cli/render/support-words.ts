/** How the kinds of support are called in front of people. A failed call in a pitfall is seen, too. */
export const SUPPORT_WORDS: Record<string, string> = {
  user_said: "you said",
  outcome_seen: "seen",
  inferred: "inferred",
};
