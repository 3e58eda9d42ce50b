/**
 * The model sees placeholders where a file holds secrets. Writing a placeholder back would destroy the secret, so that is
 * refused.
 */
const PLACEHOLDER = /\[redacted:[a-z0-9-]+\]/g;

/** A placeholder that `after` holds more often than `before`, if there is one. */
export function strayPlaceholder(before: string, after: string): string | undefined {
  const there = counts(before);
  for (const [placeholder, number] of counts(after)) {
    if (number > (there.get(placeholder) ?? 0)) return placeholder;
  }
  return undefined;
}

export function placeholderRefusal(placeholder: string): string {
  return `${placeholder} stands for a secret that you are not shown; writing it would put the placeholder into the file. Leave that line out of the change, or let the program read the secret from its environment.`;
}

function counts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [placeholder] of text.matchAll(PLACEHOLDER)) found.set(placeholder, (found.get(placeholder) ?? 0) + 1);
  return found;
}
