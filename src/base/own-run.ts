/**
 * Stands in the prompt of every session that autoskill starts itself (reviewers, judges, an agent as a model): such a
 * session is never learned from. It counts when it appears in a message of a person or host before the first turn is over.
 */
export const OWN_RUN_MARKER = "<autoskill-own-run/>";
