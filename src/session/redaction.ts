export const redactText = (text: string): string => text;
export const redactValue = (value: unknown): unknown => value;
